import { AppError, invalid } from '@wp/kernel'

export const maxActiveKeys = 50
/** A key has one current secret and those of rotations whose overlap has not ended. */
export const maxSecrets = 10
/**
 * The gateway gets another token a minute after the last one, so a token lives as long as keys should work while
 * identity is down.
 */
export const apiKeyTokenSeconds = 900
const shownCharacters = 13

/** Returns the part of a secret that is shown to recognize it. */
export const toPrefix = (secret: string): string => secret.slice(0, shownCharacters)

/** Throws VALIDATION_FAILED when a key would expire in the past. */
export const checkExpiry = (expiresAt: string | null | undefined, now: Date): void => {
  if (typeof expiresAt === 'string' && new Date(expiresAt) <= now)
    throw invalid('expiresAt', 'must be in the future')
}

/** Returns the lifetime of a key's access token, which ends with the key and its secret. */
export const tokenSeconds = (now: Date, ends: readonly (Date | null)[]): number => {
  const left = ends.flatMap((end) => (end ? [Math.ceil((end.getTime() - now.getTime()) / 1000)] : []))
  return Math.max(1, Math.min(apiKeyTokenSeconds, ...left))
}

export const invalidApiKey = () => new AppError('UNAUTHENTICATED', 'The API key is invalid or was revoked')
export const expiredApiKey = () => new AppError('TOKEN_EXPIRED', 'The API key has expired')
export const revokedApiKey = () => new AppError('CONFLICT', 'This API key was revoked; create another one')
export const tooManyApiKeys = () =>
  new AppError('QUOTA_EXCEEDED', `A workspace can have at most ${maxActiveKeys} active API keys`)
