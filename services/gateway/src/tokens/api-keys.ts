import { isWellFormedApiKey } from '@wp/auth'
import type { Principal, Verifier } from '@wp/auth'
import { AppError, hashSecret, networkMatcher } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'

/** Requests the access token of an API key from identity, using the hash of the key. */
export type ExchangeApiKey = (hash: string) => Promise<{ token: string; allowedNetworks: string[] }>

/** The access token that replaces an API key in a request, and the caller that it belongs to. */
export type KeyAccess = { readonly token: string; readonly principal: Principal }

export type ApiKeys = {
  /**
   * Returns the access of an API key; synchronously if the key was used in the last minutes. Throws AppError:
   * UNAUTHENTICATED (malformed, unknown or revoked), TOKEN_EXPIRED (expired), FORBIDDEN (not from this address),
   * UNAVAILABLE. A cached token that equals `rejected` is not returned.
   */
  access(key: string, address: string, rejected?: string): KeyAccess | Promise<KeyAccess>
}

type Entry = {
  token: string
  principal: Principal
  /** Null when the key works from any address. */
  isAllowed: ((address: string) => boolean) | null
  /** When the key is exchanged again in the background, which also records its use. */
  renewAtMs: number
}

type Deps = { exchange: ExchangeApiKey; verifier: Verifier; clock: Clock; logger: Logger }

const maxEntries = 10_000
/** The precision of a key's `lastUsedAt`. */
const renewMs = 60_000
const retryMs = 5000
const refusedMs = 30_000

/**
 * Exchanges API keys for access tokens and caches them. The verifier checks revocations and expiry for every request;
 * a token that it rejects is exchanged again, because the key may have been changed or rotated.
 */
export const openApiKeys = ({ exchange, verifier, clock, logger }: Deps): ApiKeys => {
  const known = new Map<string, Entry>()
  /** Keys that identity does not know, so that a program with a wrong key does not cause a call for each request. */
  const refused = new Map<string, number>()
  const running = new Map<string, Promise<Entry>>()

  /** The key may be changed between the exchange and the check of its token; it is then exchanged again. */
  const requestToken = async (key: string, attempts = 2): Promise<Entry> => {
    const { token, allowedNetworks } = await exchange(hashSecret(key))
    const principal = await verifier.verify(token).catch((error: unknown) => {
      if (attempts > 1 && isRejection(error) && error.code === 'TOKEN_EXPIRED') return null
      throw error
    })
    if (!principal) return requestToken(key, attempts - 1)
    return {
      token,
      principal,
      isAllowed: allowedNetworks.length === 0 ? null : networkMatcher(allowedNetworks),
      renewAtMs: clock.monotonicMs() + renewMs,
    }
  }
  const load = async (key: string): Promise<Entry> => {
    try {
      const entry = await requestToken(key)
      setLimited(known, key, entry)
      return entry
    } catch (error) {
      if (isRejection(error)) {
        known.delete(key)
        if (error.code === 'UNAUTHENTICATED') setLimited(refused, key, clock.monotonicMs() + refusedMs)
      }
      throw error
    } finally {
      running.delete(key)
    }
  }
  const loadOnce = (key: string): Promise<Entry> => {
    let loading = running.get(key)
    if (!loading) {
      loading = load(key)
      running.set(key, loading)
    }
    return loading
  }

  const renewInBackground = (key: string, entry: Entry): void => {
    entry.renewAtMs = clock.monotonicMs() + retryMs
    loadOnce(key).catch((error: unknown) => {
      if (!isRejection(error))
        logger.warn({ err: error }, 'failed to renew the token of an API key; the next request will retry')
    })
  }
  /** Returns the cached entry, or null when the key must be exchanged. */
  const getCached = (key: string): Entry | Promise<Entry> | null => {
    const entry = known.get(key)
    if (!entry) return null
    try {
      const isVerified = verifier.recheck(entry.principal)
      if (clock.monotonicMs() >= entry.renewAtMs) renewInBackground(key, entry)
      return isVerified ? entry : verifyAgain(key, entry)
    } catch (error) {
      if (!isRejection(error)) throw error
      known.delete(key)
      return null
    }
  }
  const verifyAgain = async (key: string, entry: Entry): Promise<Entry> => {
    try {
      entry.principal = await verifier.verify(entry.token)
      return entry
    } catch (error) {
      if (!isRejection(error)) throw error
      return loadOnce(key)
    }
  }

  return {
    access: (key, address, rejected) => {
      if (rejected !== undefined && known.get(key)?.token === rejected) known.delete(key)
      const cached = getCached(key)
      if (cached && !(cached instanceof Promise)) return requireAllowed(cached, address)
      if (cached === null && !isWellFormedApiKey(key)) throw invalidKey()
      if (cached === null && (refused.get(key) ?? 0) > clock.monotonicMs()) throw invalidKey()
      return (cached ?? loadOnce(key)).then((entry) => requireAllowed(entry, address))
    },
  }
}

const isRejection = (error: unknown): error is AppError => error instanceof AppError && error.status === 401

const invalidKey = (): AppError => new AppError('UNAUTHENTICATED', 'The API key is invalid or was revoked')

const requireAllowed = (entry: Entry, address: string): KeyAccess => {
  if (entry.isAllowed?.(address) === false)
    throw new AppError('FORBIDDEN', 'This API key cannot be used from this address')
  return entry
}

const setLimited = <Value>(entries: Map<string, Value>, key: string, value: Value): void => {
  if (!entries.has(key) && entries.size >= maxEntries) {
    const [oldest] = entries.keys()
    entries.delete(oldest!)
  }
  entries.set(key, value)
}
