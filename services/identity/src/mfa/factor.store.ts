import type { Clock, Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import { maxSetupAttempts, setupMs } from './mfa.rules.ts'
import type { FactorType } from './mfa.rules.ts'

/**
 * A second factor. An account has at most one confirmed and one unconfirmed factor of each type. Not
 * scoped to a workspace, like accounts.
 */
type FactorRecord = {
  accountId: Id
  type: FactorType
  /** The TOTP secret or the phone number, sealed. */
  sealed: string | null
  hint: string | null
  isConfirmed: boolean
  isPrimary: boolean
  confirmedAt: Date | null
  lastUsedAt: Date | null
  /** The last TOTP step that was used; only later steps are accepted. */
  lastStep: number
  /** Digests of the unused backup codes. */
  codes: string[]
  /** Number of attempts to confirm the factor during setup. */
  attempts: number
  setupEndsAt: Date | null
}
export type Factor = PlatformDoc<FactorRecord>

export const factorCollection = collection<FactorRecord>(
  'factors',
  'Method',
  {
    accountId: String,
    type: String,
    sealed: String,
    hint: String,
    isConfirmed: Boolean,
    isPrimary: Boolean,
    confirmedAt: Date,
    lastUsedAt: Date,
    lastStep: Number,
    codes: [String],
    attempts: Number,
    setupEndsAt: Date,
  },
  [
    { keys: { accountId: 1, type: 1, isConfirmed: 1 }, unique: true },
    { keys: { accountId: 1, isConfirmed: 1, confirmedAt: 1 } }, // methods, oldest first
    { keys: { accountId: 1 }, unique: true, partial: { isPrimary: true } },
    { keys: { setupEndsAt: 1 }, ttlSeconds: 3600 },
  ],
  { unsharded: 'Belong to accounts, not to workspaces.' },
)

const blank = {
  sealed: null,
  hint: null,
  isPrimary: false,
  lastUsedAt: null,
  lastStep: 0,
  codes: [],
  attempts: 0,
  setupEndsAt: null,
}

export const factorStore = (db: Database, clock: Clock) => {
  const factors = db.global(factorCollection)
  const confirmed = { isConfirmed: true }

  return {
    listConfirmed: (accountId: Id) =>
      factors().find({ accountId, ...confirmed }, { sort: { confirmedAt: 1, id: 1 } }),
    findConfirmed: (accountId: Id, type: FactorType) => factors().findOne({ accountId, type, ...confirmed }),
    get: (accountId: Id, id: Id) => factors().get({ id, accountId, ...confirmed }),

    /** Starts a setup, replacing an unconfirmed one. */
    replaceSetup: async (accountId: Id, sealed: string, hint: string): Promise<Factor> => {
      db.requireTransaction()
      await factors().removeIf({ accountId, type: 'totp', isConfirmed: false })
      return factors().insert({
        ...blank,
        accountId,
        type: 'totp',
        sealed,
        hint,
        isConfirmed: false,
        confirmedAt: null,
        setupEndsAt: new Date(clock.now().getTime() + setupMs),
      })
    },
    hasSetup: (accountId: Id, id: Id | undefined) =>
      factors().exists({ accountId, type: 'totp', isConfirmed: false, ...(id && { id }) }),
    /** Counts a confirmation attempt; returns null when no setup exists, it has expired or no attempts are left. */
    attemptSetupIf: (accountId: Id, id: Id | undefined) =>
      factors().updateIf(
        {
          accountId,
          type: 'totp',
          isConfirmed: false,
          attempts: trusted({ $lt: maxSetupAttempts }),
          setupEndsAt: trusted({ $gt: clock.now() }),
          ...(id && { id }),
        },
        { $inc: { attempts: 1 } },
      ),
    /** Returns null when the setup was confirmed or replaced in the meantime. */
    confirmSetupIf: (id: Id, lastStep: number, isPrimary: boolean) =>
      factors().updateIf(
        { id, isConfirmed: false },
        { isConfirmed: true, isPrimary, lastStep, confirmedAt: clock.now(), setupEndsAt: null },
      ),

    insertConfirmed: (
      factor: Pick<FactorRecord, 'accountId' | 'type' | 'isPrimary'> & Partial<FactorRecord>,
    ) => factors().insert({ ...blank, ...factor, ...confirmed, confirmedAt: clock.now() }),
    remove: (id: Id) => factors().remove({ id }),
    /** Removes confirmed and unconfirmed factors. */
    removeAll: (accountId: Id) => factors().removeMany({ accountId }),
    removeTypeIf: (accountId: Id, type: FactorType) => factors().removeIf({ accountId, type, ...confirmed }),
    setPrimary: (id: Id, isPrimary: boolean) => factors().update({ id }, { isPrimary }),

    /** Uses a TOTP step. If several calls run concurrently, only one gets the factor; the others get null. */
    useStepIf: (id: Id, step: number) =>
      factors().updateIf(
        { id, ...confirmed, lastStep: trusted({ $lt: step }) },
        { lastStep: step, lastUsedAt: clock.now() },
      ),
    /** Uses a backup code, which works only once. */
    useBackupCodeIf: (id: Id, digest: string) =>
      factors().updateIf(
        { id, ...confirmed, codes: digest },
        { $pull: { codes: digest }, $set: { lastUsedAt: clock.now() } },
      ),
    markUsedIf: (id: Id) => factors().updateIf({ id }, { lastUsedAt: clock.now() }),
    /** Stores the re-encrypted secret unless it was changed in the meantime. */
    resealIf: (id: Id, before: string, sealed: string) =>
      factors().updateIf({ id, sealed: before }, { sealed }),
  }
}
export type FactorStore = ReturnType<typeof factorStore>
