import type { Clock } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import type { PublicKey } from './key-settings.rules.ts'

/**
 * A retired key keeps its record, so that it is not imported again. Not scoped to a workspace: the keys
 * sign tokens for the whole platform.
 */
type SigningKeyRecord = {
  kid: string
  publicJwk: PublicKey
  /** The sealed private key, or null once retired. */
  sealed: string | null
  /** When the key starts signing tokens; it stops when a later key starts. */
  activatesAt: Date
  retiredAt: Date | null
}
export type StoredSigningKey = PlatformDoc<SigningKeyRecord>

export const signingKeyCollection = collection<SigningKeyRecord>(
  'signing_keys',
  'Signing key',
  { kid: String, publicJwk: Object, sealed: String, activatesAt: Date, retiredAt: Date },
  [{ keys: { kid: 1 }, unique: true }, { keys: { retiredAt: 1, activatesAt: -1 } }],
  { unsharded: 'Few records, for the whole platform.', onePer: 'key rotation' },
)

export const signingKeyStore = (db: Database, clock: Clock) => {
  const keys = db.global(signingKeyCollection)
  /** Lists the keys that are not retired, sorted by activation time, latest first. */
  const list = () => keys().find({ retiredAt: null }, { sort: { activatesAt: -1 } })
  return {
    list,
    /** Lists the current key, the next key and earlier keys whose tokens may still be valid. */
    listPublic: async (): Promise<PublicKey[]> => (await list()).map(({ publicJwk }) => publicJwk),
    exists: (kid: string) => keys().exists({ kid }),
    /** Does nothing when the key is already stored, because another replica may import it concurrently. */
    insertIf: (key: Omit<SigningKeyRecord, 'retiredAt'>) => keys().insertIf({ ...key, retiredAt: null }),
    retire: (kid: string) => keys().update({ kid }, { retiredAt: clock.now(), sealed: null }),
    /** Stores the re-encrypted key unless it was changed in the meantime. */
    resealIf: (kid: string, before: string, sealed: string) =>
      keys().updateIf({ kid, sealed: before }, { sealed }),
  }
}
export type SigningKeyStore = ReturnType<typeof signingKeyStore>
