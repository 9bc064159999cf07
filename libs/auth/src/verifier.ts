import { AppError } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import { errors, jwtVerify } from 'jose'
import type { CryptoKey, JWTHeaderParameters } from 'jose'
import { toPrincipal } from './claims.ts'
import { tokenAlgorithm } from './keys.ts'
import type { KeySource } from './keys.ts'
import type { Principal } from './principals.ts'
import type { RevocationList } from './revocations.ts'

/** Longer ones are refused unread. */
const maxTokenLength = 8192
const maxEntries = 10_000
const entryLifeMs = 60_000
/** Revocations unknown for longer than this: nobody's token can be trusted. */
const maxStaleMs = 60_000

export type Verifier = {
  /**
   * Who the token stands for. Throws AppError: UNAUTHENTICATED (not ours, broken, revoked), TOKEN_EXPIRED (expired, or
   * its permissions have changed), UNAVAILABLE (keys or revocations out of reach for 60 s).
   */
  verify(token: string): Promise<Principal>
  /** The same for a token verified within the last minute, without waiting; null when it has to be verified. */
  recall(token: string): Principal | null
}

type VerifierOptions = {
  readonly keys: KeySource
  readonly issuer: string
  readonly audience: string
  readonly clock: Clock
  readonly revocations: RevocationList
}

type Entry = { readonly principal: Principal; readonly untilMs: number }

/** Verifies access tokens; successes are remembered for up to 60 s, the revocation list is asked every time. */
export const createVerifier = ({ keys, issuer, audience, clock, revocations }: VerifierOptions): Verifier => {
  const verified = new Map<string, Entry>()
  const running = new Map<string, Promise<Principal>>()
  let version = keys.version

  const requireActive = (principal: Principal): Principal => {
    if (revocations.staleForMs() > maxStaleMs) {
      throw new AppError('UNAVAILABLE', 'Sessions cannot be checked at the moment; try again shortly', {
        retryAfterSeconds: 1,
      })
    }
    const status = revocations.isRevoked(principal)
    if (status === 'revoked') throw new AppError('UNAUTHENTICATED', 'This session has ended: sign in again')
    if (status === 'outdated')
      throw new AppError('TOKEN_EXPIRED', 'Your permissions have changed: refresh the token')
    return principal
  }

  const flushOnKeyChange = (): void => {
    if (keys.version === version) return
    verified.clear()
    version = keys.version
  }

  const recall = (token: string): Principal | null => {
    flushOnKeyChange()
    const entry = verified.get(token)
    if (entry === undefined) return null
    const nowMs = clock.now().getTime()
    if (nowMs >= entry.principal.expiresAt * 1000) throw tokenExpired()
    if (nowMs >= entry.untilMs) {
      verified.delete(token)
      return null
    }
    return requireActive(entry.principal)
  }

  const remember = (token: string, principal: Principal): void => {
    flushOnKeyChange()
    if (verified.size >= maxEntries) {
      const [oldest] = verified.keys()
      verified.delete(oldest!)
    }
    verified.set(token, { principal, untilMs: clock.now().getTime() + entryLifeMs })
  }

  const keyFor = async (header: JWTHeaderParameters): Promise<CryptoKey> => {
    const key = typeof header.kid === 'string' ? await keys.find(header.kid) : null
    if (!key) throw new AppError('UNAUTHENTICATED', 'The token is signed with an unknown key: sign in again')
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
        throw new AppError(
          'UNAUTHENTICATED',
          'The token is not an access token of this platform: send the one that login gave',
        )
      if (foundIn === keys.version) remember(token, principal)
      return principal
    } catch (error) {
      throw toAppError(error)
    } finally {
      running.delete(token)
    }
  }

  return {
    recall,
    verify: async (token) => {
      const known = recall(token)
      if (known) return known
      if (token.length > maxTokenLength)
        throw new AppError(
          'UNAUTHENTICATED',
          'The token is too long to be one of ours: send the one that login gave',
        )
      let checking = running.get(token)
      if (!checking) {
        checking = check(token)
        running.set(token, checking)
      }
      return requireActive(await checking)
    },
  }
}

const tokenExpired = (): AppError =>
  new AppError('TOKEN_EXPIRED', 'The token has expired: refresh it or sign in again')

// Whatever an attacker's bytes make the parser throw is a refusal; only our own AppErrors mean something else.
const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (error instanceof errors.JWTExpired) return tokenExpired()
  return new AppError('UNAUTHENTICATED', 'The token is not valid: sign in again', { cause: error })
}
