import { AppError } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { CryptoKey, JSONWebKeySet, JWK } from 'jose'

/** The only algorithm for signing and verifying access tokens. */
export const tokenAlgorithm = 'ES256'

/** A signing key pair. The identity service stores `privateJwk` encrypted and publishes `publicJwk`. */
export type KeyPair = { readonly kid: string; readonly privateJwk: JWK; readonly publicJwk: JWK }

/** Returns a new ES256 key pair; its `kid` is the public key's thumbprint (RFC 7638). */
export const newKeyPair = async (): Promise<KeyPair> => {
  const { privateKey, publicKey } = await generateKeyPair(tokenAlgorithm, { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const usage = { kid, alg: tokenAlgorithm, use: 'sig' }
  return {
    kid,
    privateJwk: { ...(await exportJWK(privateKey)), ...usage },
    publicJwk: { ...publicJwk, ...usage },
  }
}

/** The public keys for a verifier. `version` changes whenever the keys change. */
export type KeySource = { find(kid: string): Promise<CryptoKey | null>; readonly version: number }

/**
 * `refresh` fetches the keys, or waits for a fetch that is already running. It never rejects; a failed fetch does not
 * change the known keys.
 */
export type RemoteKeys = KeySource & { refresh(): Promise<void> }

type RemoteKeysOptions = {
  /** Fetches the keys from the configured source; URLs in token headers are never followed. */
  readonly fetch: () => Promise<JSONWebKeySet>
  readonly clock: Clock
  /** Minimum time between two fetches for unknown `kid` values. */
  readonly minIntervalMs?: number
  /**
   * Using a known key after this time fetches the keys again in the background, so that a withdrawn key stops working.
   */
  readonly maxAgeMs?: number
}

/**
 * Returns cached public keys by `kid`. An unknown `kid` triggers a fetch, at most once per `minIntervalMs`. While the
 * source is unreachable, known keys keep working and an unknown `kid` throws UNAVAILABLE, because it might be valid.
 */
export const remoteKeys = ({
  fetch,
  clock,
  minIntervalMs = 5_000,
  maxAgeMs = 300_000,
}: RemoteKeysOptions): RemoteKeys => {
  let keys = new Map<string, CryptoKey>()
  let fingerprint = ''
  let version = 0
  let fetchedAt = Number.NEGATIVE_INFINITY
  let fetchedForUnknownAt = Number.NEGATIVE_INFINITY
  let failure: unknown = null
  let running: Promise<void> | null = null

  const load = async (): Promise<void> => {
    try {
      const found = await readKeys(await fetch())
      const current = JSON.stringify(found.map(({ jwk }) => [jwk.kid, jwk.x, jwk.y]))
      if (current !== fingerprint) {
        keys = new Map(found.map(({ jwk, key }) => [jwk.kid, key]))
        fingerprint = current
        version += 1
      }
      failure = null
    } catch (error) {
      failure = error
    } finally {
      running = null
    }
  }

  const refresh = (): Promise<void> => {
    fetchedAt = clock.monotonicMs()
    running ??= load()
    return running
  }

  return {
    refresh,
    get version() {
      return version
    },
    find: async (kid) => {
      const now = clock.monotonicMs()
      const known = keys.get(kid)
      if (known) {
        if (now - fetchedAt >= maxAgeMs) void refresh()
        return known
      }
      if (running) await running
      else if (now - fetchedForUnknownAt >= minIntervalMs) {
        fetchedForUnknownAt = now
        await refresh()
      }
      const found = keys.get(kid)
      if (found) return found
      if (failure !== null) {
        throw new AppError('UNAVAILABLE', 'Tokens cannot be verified right now; try again', {
          cause: failure,
          retryAfterSeconds: 5,
        })
      }
      return null
    },
  }
}

type UsableKey = { jwk: JWK & { kid: string }; key: CryptoKey }

const readKeys = async (set: JSONWebKeySet): Promise<UsableKey[]> => {
  const usable = set.keys.filter(
    (jwk): jwk is JWK & { kid: string } =>
      typeof jwk.kid === 'string' &&
      jwk.kty === 'EC' &&
      jwk.crv === 'P-256' &&
      (jwk.alg ?? tokenAlgorithm) === tokenAlgorithm,
  )
  return Promise.all(
    usable.map(async (jwk) => ({
      jwk,
      // Imports only the public members, in case the key set contains private ones by mistake.
      key: (await importJWK({ kty: 'EC', crv: 'P-256', x: jwk.x!, y: jwk.y! }, tokenAlgorithm)) as CryptoKey,
    })),
  )
}
