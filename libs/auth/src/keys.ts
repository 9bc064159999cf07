import { AppError } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { CryptoKey, JSONWebKeySet, JWK } from 'jose'

/** The only algorithm that tokens are signed with and accepted in. */
export const tokenAlgorithm = 'ES256'

/** A key pair as identity stores it (`privateJwk` encrypted) and publishes it (`publicJwk`). */
export type KeyPair = { readonly kid: string; readonly privateJwk: JWK; readonly publicJwk: JWK }

/** A new ES256 pair; its `kid` is the thumbprint of the public key (RFC 7638). */
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

/** Where a verifier finds public keys. `version` changes whenever the set of keys does. */
export type KeySource = { find(kid: string): Promise<CryptoKey | null>; readonly version: number }

/** `refresh` asks for the keys now; it never fails, and leaves what is known when the source is out of reach. */
export type RemoteKeys = KeySource & { refresh(): Promise<void> }

type RemoteKeysOptions = {
  /** Asks the one place that is configured; what a token's header points at is never followed. */
  readonly fetch: () => Promise<JSONWebKeySet>
  readonly clock: Clock
  /** At most one question for an unknown kid in this time. */
  readonly minIntervalMs?: number
  /** Known keys are looked up again after this time, so that a withdrawn key stops working. */
  readonly maxAgeMs?: number
}

/**
 * Public keys by `kid`, cached; an unknown kid asks again, at most every 5 s. When the source is out of reach the known
 * keys go on working; an unknown kid is then UNAVAILABLE, since nobody can say that it is false.
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
  let askedAt = Number.NEGATIVE_INFINITY
  let askedForUnknownAt = Number.NEGATIVE_INFINITY
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
    askedAt = clock.now().getTime()
    running ??= load()
    return running
  }

  return {
    refresh,
    get version() {
      return version
    },
    find: async (kid) => {
      const now = clock.now().getTime()
      const known = keys.get(kid)
      if (known) {
        if (now - askedAt >= maxAgeMs) void refresh()
        return known
      }
      if (running) await running
      else if (now - askedForUnknownAt >= minIntervalMs) {
        askedForUnknownAt = now
        await refresh()
      }
      const found = keys.get(kid)
      if (found) return found
      if (failure !== null) {
        throw new AppError('UNAVAILABLE', 'Tokens cannot be verified at the moment; try again shortly', {
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
      // Only the public members: a set that leaks a private one must not make it usable here.
      key: (await importJWK({ kty: 'EC', crv: 'P-256', x: jwk.x!, y: jwk.y! }, tokenAlgorithm)) as CryptoKey,
    })),
  )
}
