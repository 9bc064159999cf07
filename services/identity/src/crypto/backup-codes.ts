import { randomInt } from 'node:crypto'
import type { Id } from '@wp/kernel'
import type { Digester } from './digests.ts'

const count = 10
/** Excludes I, L, O, U, 0 and 1, which are easy to misread. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const half = 5
const pattern = new RegExp(`^[${alphabet}]{${2 * half}}$`)

const randomHalf = (): string =>
  Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Returns ten codes such as `K7QPM-3XW2H`, each with 49 bits of entropy. */
export const newBackupCodes = (): string[] =>
  Array.from({ length: count }, () => `${randomHalf()}-${randomHalf()}`)

/** Normalizes a code; returns null for text that is not a backup code. */
export const parseBackupCode = (text: string): string | null => {
  const bare = text.replaceAll(/[\s-]/g, '').toUpperCase()
  return pattern.test(bare) ? bare : null
}

export const toBackupCodeDigest = (digester: Digester, accountId: Id, code: string): string =>
  digester.digest('backup-code', accountId, code.replace('-', ''))
