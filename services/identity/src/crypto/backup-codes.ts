import { randomInt } from 'node:crypto'
import type { Id } from '@wp/kernel'
import type { Digester } from './sealing.ts'

const count = 10
/** Without the letters and digits that are mistaken for each other. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const half = 5
const pattern = new RegExp(`^[${alphabet}]{${2 * half}}$`)

const randomHalf = (): string =>
  Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Ten codes such as `K7QPM-3XW2H`, 49 bits each. */
export const newBackupCodes = (): string[] =>
  Array.from({ length: count }, () => `${randomHalf()}-${randomHalf()}`)

/** The code as it is compared, or null when it does not look like one. */
export const parseBackupCode = (text: string): string | null => {
  const bare = text.replaceAll(/[\s-]/g, '').toUpperCase()
  return pattern.test(bare) ? bare : null
}

/** What is kept of a code. */
export const toBackupCodeDigest = (digester: Digester, accountId: Id, code: string): string =>
  digester.digest('backup-code', accountId, code.replace('-', ''))
