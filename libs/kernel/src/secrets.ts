import { createHash, randomBytes } from 'node:crypto'
import type { Id } from './ids.ts'

/** Returns a secret token, such as one for a link in an email: 256 random bits as 43 URL-safe characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Returns an id that cannot be guessed, unlike `newId`: 96 random bits. */
export const newSecretId = (): Id => randomBytes(12).toString('hex')

/**
 * Returns the hash to store for a `newSecret`. A secret with 256 random bits cannot be guessed, so it needs neither a
 * salt nor a slow hash.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
