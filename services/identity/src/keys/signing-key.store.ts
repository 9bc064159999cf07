import { AppError } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import type { PublicKey } from './signing-keys.ts'

/** A key of access tokens. A retired one leaves its name behind, so that it is not taken for a new one. */
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
  return {
    /** Not retired, the latest to sign first. */
    list: () => keys().find({ retiredAt: null }, { sort: { activatesAt: -1 } }),
    exists: (kid: string) => keys().exists({ kid }),
    /** False when it is known already. */
    insert: (key: Omit<SigningKeyRecord, 'retiredAt'>): Promise<boolean> =>
      keys()
        .insert({ ...key, retiredAt: null })
        .then(
          () => true,
          (error: unknown) => {
            if (error instanceof AppError && error.code === 'CONFLICT') return false
            throw error
          },
        ),
    retire: (kid: string) => keys().updateIf({ kid }, { retiredAt: clock.now(), sealed: null }),
    reseal: (kid: string, known: string, sealed: string) =>
      keys().updateIf({ kid, sealed: known }, { sealed }),
  }
}
