import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'

/** Lets an account choose a new password, once. The token itself is not kept. Global: it is found by its token. */
type ResetRecord = { accountId: Id; tokenDigest: string; expiresAt: Date; usedAt: Date | null }

export const passwordResetCollection = collection<ResetRecord>(
  'password_resets',
  'Password reset',
  { accountId: String, tokenDigest: String, expiresAt: Date, usedAt: Date },
  [
    { keys: { accountId: 1 }, unique: true },
    { keys: { tokenDigest: 1 }, unique: true },
    { keys: { expiresAt: 1 }, ttlSeconds: 86_400 },
  ],
)

export const passwordResetStore = (db: Database) => {
  const resets = db.global(passwordResetCollection)
  const usable = (tokenDigest: string, now: Date) => ({
    tokenDigest,
    usedAt: null,
    expiresAt: trusted({ $gt: now }),
  })
  return {
    /** The newest mail counts, earlier ones stop working. */
    replace: (accountId: Id, tokenDigest: string, expiresAt: Date) =>
      resets().upsert({ accountId }, { tokenDigest, expiresAt, usedAt: null }),
    find: (tokenDigest: string, now: Date) => resets().findOne(usable(tokenDigest, now)),
    /** Once: of many at the same time one gets it, the others null. */
    useIf: (tokenDigest: string, now: Date): Promise<PlatformDoc<ResetRecord> | null> =>
      resets().updateIf(usable(tokenDigest, now), { usedAt: now }),
  }
}
export type PasswordResetStore = ReturnType<typeof passwordResetStore>
