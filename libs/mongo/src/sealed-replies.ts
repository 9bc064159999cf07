import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { hashSecret } from '@wp/kernel'
import type { IdempotentRequest } from '@wp/kernel'

type Keyed = Pick<IdempotentRequest, 'scope' | 'key' | 'isSecret'>

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Returns the id of a request's record. For a secret request, it contains only a hash of the key. */
export const recordId = ({ scope, key, isSecret }: Keyed): string =>
  `${scope}:${isSecret ? hashSecret(`id ${scope} ${key}`) : key}`

/**
 * Returns the text to store for a reply. The reply to a secret request is encrypted with the request's key, which is
 * not stored.
 */
export const sealReply = (request: Keyed, text: string): string => {
  if (!request.isSecret) return text
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, encryptionKey(request), iv)
  const sealed = [iv, cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64')
}

export const openReply = (request: Keyed, stored: string): string => {
  if (!request.isSecret) return stored
  const bytes = Buffer.from(stored, 'base64')
  const decipher = createDecipheriv(algorithm, encryptionKey(request), bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return `${decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8')}${decipher.final('utf8')}`
}

const encryptionKey = ({ scope, key }: Keyed): Buffer =>
  createHash('sha256').update(`reply ${scope} ${key}`).digest()
