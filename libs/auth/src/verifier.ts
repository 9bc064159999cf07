import { AppError } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import { errors, jwtVerify } from 'jose'
import type { CryptoKey, JWTHeaderParameters } from 'jose'
import { toPrincipal } from './claims.ts'
import { tokenAlgorithm } from './keys.ts'
import type { KeySource } from './keys.ts'
import type { Principal } from './principals.ts'
import type { RevocationList } from './revocations.ts'

/** Longer tokens are rejected without parsing. */
const maxTokenLength = 8192
export const maxCachedTokens = 10_000
export const cachedTokenMs = 60_000
/** Accepts tokens issued up to this far in the future, because this process's clock may be some minutes behind. */
const skewMs = 10 * 60_000
const recheckTtlMs = 5 * 60_000
/** All tokens are rejected when the revocation list has not been updated for this long. */
const maxStaleMs = 60_000

export type Verifier = {
  /**
   * Returns the token's principal. Throws AppError: UNAUTHENTICATED (not ours, invalid or revoked), TOKEN_EXPIRED
   * (expired, issued too far in the future, or its permissions have changed), UNAVAILABLE (the key is unknown and the
   * keys cannot be fetched, or the revocation list is more than 60 s old).
   */
  verify(token: string): Promise<Principal>
  /** Returns the principal of a token verified within the last minute, or null. Throws like `verify`. */
  getCached(token: string): Principal | null
  /**
   * Checks expiry and revocations without verifying the token's signature again. Throws like `verify`. Returns false
   * when the token must be verified again: five minutes after it was verified, or when the keys have changed.
   */
  recheck(principal: Principal): boolean
}

type VerifierOptions = {
  readonly keys: KeySource
  readonly issuer: string
  readonly audience: string
  readonly clock: Clock
  readonly revocations: RevocationList
}

type Entry = { readonly principal: Principal; readonly untilMs: number }

/**
 * Returns a verifier for access tokens. Results are cached for up to 60 s; the revocation list is checked every time.
 */
export const createVerifier = ({ keys, issuer, audience, clock, revocations }: VerifierOptions): Verifier => {
  const verified = new Map<string, Entry>()
  const running = new Map<string, Promise<Principal>>()
  const checked = new WeakMap<Principal, { keys: number; untilMs: number }>()
  let version = keys.version

  const requireActive = (principal: Principal): Principal => {
    if (revocations.staleForMs() > maxStaleMs) {
      throw new AppError('UNAVAILABLE', 'Tokens cannot be verified right now; try again', {
        retryAfterSeconds: 1,
      })
    }
    const status = revocations.isRevoked(principal)
    if (status === 'revoked')
      throw new AppError('UNAUTHENTICATED', 'This login session has ended; log in again')
    if (status === 'outdated')
      throw new AppError('TOKEN_EXPIRED', 'Your permissions have changed; refresh the token')
    return principal
  }

  const requireUnexpired = ({ expiresAt }: Principal): void => {
    if (clock.now().getTime() >= expiresAt * 1000) throw tokenExpired()
  }

  const flushOnKeyChange = (): void => {
    if (keys.version === version) return
    verified.clear()
    version = keys.version
  }

  const getCached = (token: string): Principal | null => {
    flushOnKeyChange()
    const entry = verified.get(token)
    if (entry === undefined) return null
    requireUnexpired(entry.principal)
    if (clock.monotonicMs() >= entry.untilMs) {
      verified.delete(token)
      return null
    }
    return requireActive(entry.principal)
  }

  const addToCache = (token: string, principal: Principal): void => {
    flushOnKeyChange()
    if (verified.size >= maxCachedTokens) {
      const [oldest] = verified.keys()
      verified.delete(oldest!)
    }
    verified.set(token, { principal, untilMs: clock.monotonicMs() + cachedTokenMs })
  }

  const keyFor = async (header: JWTHeaderParameters): Promise<CryptoKey> => {
    const key = typeof header.kid === 'string' ? await keys.find(header.kid) : null
    if (!key) throw new AppError('UNAUTHENTICATED', 'The token is signed with an unknown key')
    return key
  }

  const check = async (token: string): Promise<Principal> => {
    try {
      let foundIn = keys.version
      const findKey = async (header: JWTHeaderParameters): Promise<CryptoKey> => {
        const key = await keyFor(header)
        foundIn = keys.version
        return key
      }
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: [tokenAlgorithm],
        issuer,
        audience,
        requiredClaims: ['exp', 'iat', 'sub'],
        currentDate: clock.now(),
      })
      const principal = toPrincipal(payload)
      if (!principal)
        throw new AppError('UNAUTHENTICATED', 'The token is not an access token of this platform')
      // A token issued by a clock that was far ahead is newer than revocations of its account, which would not affect
      // it.
      if (principal.issuedAtMs > clock.now().getTime() + skewMs) throw tokenExpired()
      checked.set(principal, { keys: foundIn, untilMs: clock.monotonicMs() + recheckTtlMs })
      if (foundIn === keys.version) addToCache(token, principal)
      return principal
    } catch (error) {
      throw toAppError(error)
    } finally {
      running.delete(token)
    }
  }

  return {
    getCached,
    recheck: (principal) => {
      requireUnexpired(principal)
      requireActive(principal)
      const known = checked.get(principal)
      return known?.keys === keys.version && clock.monotonicMs() < known.untilMs
    },
    verify: async (token) => {
      const known = getCached(token)
      if (known) return known
      if (token.length > maxTokenLength) throw new AppError('UNAUTHENTICATED', 'The token is too long')
      let checking = running.get(token)
      if (!checking) {
        checking = check(token)
        running.set(token, checking)
      }
      return requireActive(await checking)
    },
  }
}

const tokenExpired = (): AppError => new AppError('TOKEN_EXPIRED', 'The token has expired')

// Any other error comes from parsing untrusted input and means that the token is invalid.
const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (error instanceof errors.JWTExpired) return tokenExpired()
  return new AppError('UNAUTHENTICATED', 'The token is invalid', { cause: error })
}
