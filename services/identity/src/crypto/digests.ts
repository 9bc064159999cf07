import { createHmac } from 'node:crypto'

/** Digests codes and tokens with a key that is not in the database, so that a database dump does not reveal them. */
export const createDigester = (hmacKey: Buffer) => {
  if (hmacKey.length < 32) throw new Error('HMAC_KEY must be at least 32 bytes in base64')
  return {
    digest: (purpose: string, ...values: string[]): string =>
      createHmac('sha256', hmacKey)
        .update(JSON.stringify([purpose, ...values]))
        .digest('base64url'),
  }
}
export type Digester = ReturnType<typeof createDigester>
