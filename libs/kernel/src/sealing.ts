import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'

const KeyId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)
const EncryptionKeys = z
  .object({ current: KeyId, keys: z.record(KeyId, z.base64()) })
  .refine(({ current, keys }) => Object.hasOwn(keys, current))
  .refine(({ keys }) => Object.values(keys).every((key) => Buffer.from(key, 'base64').length === 32))

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

/** Parses ENCRYPTION_KEYS. The error does not reveal the keys. */
const parseEncryptionKeys = (text: string): { current: string; keys: Map<string, Buffer> } => {
  const parsed = EncryptionKeys.safeParse(parseJson(text)).data
  if (!parsed)
    throw new Error(
      'ENCRYPTION_KEYS must be {"current": id, "keys": {id: 32 bytes in base64}}, with current among the keys',
    )
  const keys = Object.entries(parsed.keys).map(([id, key]) => [id, Buffer.from(key, 'base64')] as const)
  return { current: parsed.current, keys: new Map(keys) }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
