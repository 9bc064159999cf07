import { createHash, randomBytes } from 'node:crypto'
import type { Id } from './ids.ts'

/** Something that only its holder knows, such as a token in a mail or an address: 256 random bits in 43 characters for URLs. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The same where it has to look like an id: 96 random bits. `newId` can be guessed, this cannot. */
export const newSecretId = (): Id => randomBytes(12).toString('hex')

/** How a secret of `newSecret` is stored: it has too many bits to be found by trying, so a plain hash hides it. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
