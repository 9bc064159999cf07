import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import type { TokenPurpose } from './account-token.types.ts'

/**
 * A single-use token sent by email. Only its digest is stored. It is looked up by its digest and purpose, so it is
 * not scoped to a workspace.
 */
type AccountTokenRecord = {
  accountId: Id
  purpose: TokenPurpose
  tokenDigest: string
  expiresAt: Date
  usedAt: Date | null
}

export const accountTokenCollection = collection<AccountTokenRecord>(
  'account_tokens',
  'Account token',
  { accountId: String, purpose: String, tokenDigest: String, expiresAt: Date, usedAt: Date },
  [
    { keys: { accountId: 1, purpose: 1 }, unique: true },
    { keys: { tokenDigest: 1 }, unique: true },
    { keys: { expiresAt: 1 }, ttlSeconds: 86_400 },
  ],
  { unsharded: 'Belong to accounts, not to workspaces.' },
)

export const accountTokenStore = (db: Database) => {
  const tokens = db.global(accountTokenCollection)
  const usable = (purpose: TokenPurpose, tokenDigest: string, now: Date) => ({
    tokenDigest,
    purpose,
    usedAt: null,
    expiresAt: trusted({ $gt: now }),
  })
  return {
    /** Stores a token. The account's previous token for the same purpose stops working. */
    replace: (accountId: Id, purpose: TokenPurpose, tokenDigest: string, expiresAt: Date) =>
      tokens().upsert({ accountId, purpose }, { tokenDigest, expiresAt, usedAt: null }),
    find: (purpose: TokenPurpose, tokenDigest: string, now: Date) =>
      tokens().findOne(usable(purpose, tokenDigest, now)),
    /** Uses a token. If several calls run concurrently, only one gets the token; the others get null. */
    useIf: (
      purpose: TokenPurpose,
      tokenDigest: string,
      now: Date,
    ): Promise<PlatformDoc<AccountTokenRecord> | null> =>
      tokens().updateIf(usable(purpose, tokenDigest, now), { usedAt: now }),
    removeIf: (accountId: Id, purpose: TokenPurpose) => tokens().removeIf({ accountId, purpose }),
  }
}
export type AccountTokenStore = ReturnType<typeof accountTokenStore>
