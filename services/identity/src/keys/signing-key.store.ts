import type { Clock } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import type { PublicKey } from './key-settings.rules.ts'

/**
 * A key of access tokens. A retired one leaves its name behind, so that it is not taken for a new one.
 * Global: the platform signs with it.
 */
type SigningKeyRecord = {
  kid: string
  publicJwk: PublicKey
  /** The private key, sealed; null once retired. */
  sealed: string | null
  /** From then on it signs, until a later one does. */
  activatesAt: Date
  retiredAt: Date | null
}
export type StoredSigningKey = PlatformDoc<SigningKeyRecord>

export const signingKeyCollection = collection<SigningKeyRecord>(
  'signing_keys',
  'Signing key',
  { kid: String, publicJwk: Object, sealed: String, activatesAt: Date, retiredAt: Date },
  [{ keys: { kid: 1 }, unique: true }, { keys: { retiredAt: 1, activatesAt: -1 } }],
)

export const signingKeyStore = (db: Database, clock: Clock) => {
  const keys = db.global(signingKeyCollection)
  /** Not retired, the latest to sign first. */
  const list = () => keys().find({ retiredAt: null }, { sort: { activatesAt: -1 } })
  return {
    list,
    /** All that verifiers need: the key that signs, those before it whose tokens live, and the one that comes next. */
    listPublic: async (): Promise<PublicKey[]> => (await list()).map(({ publicJwk }) => publicJwk),
    exists: (kid: string) => keys().exists({ kid }),
    /** Does nothing when it is there: another replica may import the same key at that moment. */
    insertIf: (key: Omit<SigningKeyRecord, 'retiredAt'>) => keys().insertIf({ ...key, retiredAt: null }),
    retire: (kid: string) => keys().update({ kid }, { retiredAt: clock.now(), sealed: null }),
    /** Stores the same secret under a newer key, unless it changed meanwhile. */
    resealIf: (kid: string, before: string, sealed: string) =>
      keys().updateIf({ kid, sealed: before }, { sealed }),
  }
}
export type SigningKeyStore = ReturnType<typeof signingKeyStore>
