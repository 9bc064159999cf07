import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { parseEncryptionKeys } from '../keys/key-settings.rules.ts'

const algorithm = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]

/**
 * Encrypts secrets for the database: AES-256-GCM with the current key, prefixed with the key id. `binding` names the
 * secret's owner (`totp/<account>`), so a modified secret or one moved to another owner cannot be opened.
 */
export const createSealer = (configured: string) => {
  const { current, keys } = parseEncryptionKeys(configured)
  const toAad = (keyId: string, binding: string) => Buffer.from(`${keyId}/${binding}`)

  return {
    seal: (text: string, binding: string): string => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, keys.get(current)!, iv, { authTagLength: tagBytes })
      cipher.setAAD(toAad(current, binding))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [current, iv, sealed, cipher.getAuthTag()]
        .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
        .join('.')
    },

    /**
     * Throws when the secret is damaged, was sealed for another binding or with a key that is not configured. The
     * caller should reseal it when `isCurrent` is false.
     */
    open: (sealed: string, binding: string): { text: string; isCurrent: boolean } => {
      const [keyId = '', ...rest] = sealed.split('.')
      const key = keys.get(keyId)
      const [iv, data, tag] = rest.map((part) => Buffer.from(part, 'base64url'))
      if (!key) throw new Error(`A stored secret is sealed with the key "${keyId}", which is not configured`)
      if (rest.length !== 3 || iv?.length !== ivBytes || tag?.length !== tagBytes || !data)
        throw new Error('A stored secret is damaged')
      const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes })
      decipher.setAAD(toAad(keyId, binding))
      decipher.setAuthTag(tag)
      const text = Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8')
      return { text, isCurrent: keyId === current }
    },
  }
}
export type Sealer = ReturnType<typeof createSealer>

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
