import { accessTokenSeconds, newKeyPair } from '@wp/auth'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { Sealer } from './sealing.ts'
import { signingKeyStore } from './signing-key.store.ts'
import type { StoredSigningKey } from './signing-key.store.ts'
import { pairOf } from './signing-keys.ts'
import type { PublicKey, SigningKey } from './signing-keys.ts'

type Parts = {
  db: Database
  clock: Clock
  sealer: Sealer
  /** A key is published this long before it signs, so that everybody who verifies has it by then. */
  activationMs: number
  /** A key signs this long; null: until it is rotated by hand. */
  rotationMs: number | null
}

/** Old keys stay published until the last token they signed has expired, and a little longer. */
const graceMs = (accessTokenSeconds + 600) * 1000
const rememberedMs = 10_000
const bindingOf = (kid: string) => `signing-key/${kid}`

/** The keys of access tokens: first those that are configured, later those that a rotation made, sealed in the database. */
export const keyRing = ({ db, clock, sealer, activationMs, rotationMs }: Parts) => {
  const store = signingKeyStore(db, clock)
  let remembered: { until: number; key: SigningKey } | null = null

  const add = ({ kid, publicJwk, privateJwk }: SigningKey, activatesAt: Date) =>
    store.insert({
      kid,
      publicJwk,
      sealed: sealer.seal(JSON.stringify(privateJwk), bindingOf(kid)),
      activatesAt,
    })

  const open = async ({ kid, sealed }: StoredSigningKey): Promise<SigningKey> => {
    const { text, isCurrent } = sealer.open(sealed!, bindingOf(kid))
    if (!isCurrent) await store.reseal(kid, sealed!, sealer.seal(text, bindingOf(kid)))
    return pairOf(JSON.parse(text))
  }

  const inMs = (ms: number) => new Date(clock.now().getTime() + ms)

  const rotate = async (): Promise<{ kid: string; activatesAt: Date }> => {
    const pair = pairOf((await newKeyPair()).privateJwk)
    const activatesAt = inMs(activationMs)
    await add(pair, activatesAt)
    return { kid: pair.kid, activatesAt }
  }

  return {
    rotate,

    /** Takes up the configured keys that are new here: the first to sign, the others only to verify. */
    takeUp: async (configured: SigningKey[]): Promise<void> => {
      const isFirstStart = (await store.list()).length === 0
      for (const [position, key] of configured.entries()) {
        if (await store.exists(key.kid)) continue
        await add(key, position > 0 ? new Date(0) : inMs(isFirstStart ? 0 : activationMs))
      }
    },

    /** The key that signs now. */
    current: async (): Promise<SigningKey> => {
      const now = clock.now()
      if (remembered && remembered.until > now.getTime()) return remembered.key
      const active = (await store.list()).find(({ activatesAt }) => activatesAt <= now)
      if (!active) throw new Error('There is no key to sign access tokens with')
      remembered = { until: now.getTime() + rememberedMs, key: await open(active) }
      return remembered.key
    },

    /** What verifiers need: the key that signs, those before it whose tokens live, and the one that comes next. */
    published: async (): Promise<PublicKey[]> => (await store.list()).map(({ publicJwk }) => publicJwk),

    /** Rotates when it is time, and retires keys whose tokens are gone. */
    tend: async (): Promise<void> => {
      const keys = await store.list()
      const [newest] = keys
      if (newest && rotationMs !== null && newest.activatesAt.getTime() + rotationMs <= clock.now().getTime())
        await rotate()
      const longAgo = inMs(-graceMs)
      for (const [position, { kid, createdAt }] of keys.entries()) {
        const successor = keys[position - 1]
        if (successor && successor.activatesAt <= longAgo && createdAt <= longAgo) await store.retire(kid)
      }
    },
  }
}
export type KeyRing = ReturnType<typeof keyRing>
