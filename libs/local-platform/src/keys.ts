import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from './credentials/files.ts'

export type KeyFiles = { signingKeys: string; encryptionKeys: string; hmacKey: string }

const createOnce = (file: string, content: () => string) => {
  if (!existsSync(file)) writeFileSync(file, content(), { mode: 0o600, flag: 'wx' })
  chmodSync(file, 0o600)
  return file
}

const newSigningKeys = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = randomBytes(8).toString('hex')
  return JSON.stringify({
    keys: [{ ...privateKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }],
  })
}

/** Returns a new value for ENCRYPTION_KEYS. */
export const newEncryptionKeys = (): string => {
  const current = `k${randomBytes(4).toString('hex')}`
  return JSON.stringify({ current, keys: { [current]: randomBytes(32).toString('base64') } })
}

/** Creates the platform's secrets on the first start, readable only by their owner, and returns their file paths. */
export const ensureKeys = (dataDir: string): KeyFiles => {
  const folder = privateFolder(join(dataDir, 'keys'))
  return {
    signingKeys: createOnce(join(folder, 'signing-keys.json'), newSigningKeys),
    encryptionKeys: createOnce(join(folder, 'encryption-keys.json'), newEncryptionKeys),
    hmacKey: createOnce(join(folder, 'hmac-key'), () => randomBytes(32).toString('base64')),
  }
}
