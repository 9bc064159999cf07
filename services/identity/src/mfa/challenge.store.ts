import { newSecretId } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import { challengeMs, maxChallengeAttempts, maxCodeSends, resendAfterMs } from './mfa.rules.ts'

export type ChallengePurpose = 'login' | 'admin-login' | 'enrol-phone'

/**
 * A request for a second-factor code, to log in or to enroll a phone, valid for 5 minutes and 5 attempts. Its id is a
 * secret: at login, it proves that the password or an invitation was checked. Not scoped to a workspace, because admins
 * log in without one.
 */
type ChallengeRecord = {
  accountId: Id
  purpose: ChallengePurpose
  workspaceId: Id | null
  /** The phone number to enroll, sealed. */
  sealedPhone: string | null
  /** Digest of the last code that was sent. */
  codeDigest: string | null
  /** The factor whose phone number the code was sent to. */
  codeFactorId: Id | null
  sends: number
  lastSentAt: Date | null
  attempts: number
  expiresAt: Date
  closedAt: Date | null
}
export type StoredChallenge = PlatformDoc<ChallengeRecord>

export const challengeCollection = collection<ChallengeRecord>(
  'challenges',
  'Challenge',
  {
    accountId: String,
    purpose: String,
    workspaceId: String,
    sealedPhone: String,
    codeDigest: String,
    codeFactorId: String,
    sends: Number,
    lastSentAt: Date,
    attempts: Number,
    expiresAt: Date,
    closedAt: Date,
  },
  [
    { keys: { expiresAt: 1 }, ttlSeconds: 3600 },
    { keys: { accountId: 1, closedAt: 1 } }, // an account's open challenges
  ],
  { unsharded: 'Belong to accounts, not to workspaces.' },
)

const blank = {
  workspaceId: null,
  sealedPhone: null,
  codeDigest: null,
  codeFactorId: null,
  sends: 0,
  lastSentAt: null,
}

export const challengeStore = (db: Database, clock: Clock) => {
  const challenges = db.global(challengeCollection)
  const open = () => ({
    closedAt: null,
    attempts: trusted({ $lt: maxChallengeAttempts }),
    expiresAt: trusted({ $gt: clock.now() }),
  })

  return {
    insert: (
      challenge: Pick<ChallengeRecord, 'accountId' | 'purpose'> & Partial<ChallengeRecord> & { id?: Id },
    ): Promise<StoredChallenge> =>
      challenges().insert({
        id: newSecretId(),
        ...blank,
        ...challenge,
        attempts: 0,
        closedAt: null,
        expiresAt: new Date(clock.now().getTime() + challengeMs),
      }),

    /** Closes all of an account's open challenges. */
    closeAll: (accountId: Id) =>
      challenges().updateMany({ accountId, closedAt: null }, { closedAt: clock.now(), codeDigest: null }),

    findOpen: (id: Id, purpose: ChallengePurpose) => challenges().findOne({ id, purpose, ...open() }),

    /**
     * Counts an attempt before the code is compared; returns null when no such challenge exists, it is closed or has
     * expired, or no attempts are left.
     */
    attemptIf: (id: Id, purpose: ChallengePurpose, accountId?: Id) =>
      challenges().updateIf(
        { id, purpose, ...open(), ...(accountId && { accountId }) },
        { $inc: { attempts: 1 } },
      ),

    /** Closes a challenge. If several calls run concurrently, only one succeeds; the others get null. */
    closeIf: (id: Id) =>
      challenges().updateIf({ id, closedAt: null }, { closedAt: clock.now(), codeDigest: null }),

    /**
     * Replaces the code of a login challenge; returns null when it is too early for another one, too many were sent or
     * the challenge is no longer open.
     */
    resendIf: (id: Id, codeDigest: string, codeFactorId: Id) => {
      const now = clock.now()
      const latest = new Date(now.getTime() - resendAfterMs)
      return challenges().updateIf(
        {
          id,
          purpose: 'login',
          ...open(),
          sends: trusted({ $lt: maxCodeSends }),
          $or: [{ lastSentAt: null }, { lastSentAt: trusted({ $lte: latest }) }],
        },
        { $set: { codeDigest, codeFactorId, lastSentAt: now }, $inc: { sends: 1 } },
      )
    },
  }
}
export type ChallengeStore = ReturnType<typeof challengeStore>
