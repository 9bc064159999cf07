import { timingSafeEqual } from 'node:crypto'
import type { Id } from '@wp/kernel'
import type { Digester } from './digests.ts'

/** Returns the token of an unsubscribe link. It contains neither address nor workspace. */
export const toOptOutToken = (digester: Digester, recipientId: Id): string =>
  `${recipientId}.${signatureOf(digester, recipientId)}`

/** Returns the recipient's id, or null for a token that identity did not sign. */
export const readOptOutToken = (digester: Digester, token: string): Id | null => {
  const [, id, signature] = /^([0-9a-f]{24})\.([\w-]{43})$/.exec(token) ?? []
  if (id === undefined || signature === undefined) return null
  const expected = Buffer.from(signatureOf(digester, id))
  return timingSafeEqual(expected, Buffer.from(signature)) ? id : null
}

const signatureOf = (digester: Digester, id: Id): string => digester.digest('message-opt-out', id)
