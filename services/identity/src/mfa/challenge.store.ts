import type { Clock, Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'

export type ChallengePurpose = 'login' | 'admin-login' | 'enrol-phone'

/** A question for a code. It lives 5 minutes and takes 5 answers, right or wrong. */
type ChallengeRecord = {
  accountId: Id
  purpose: ChallengePurpose
  workspaceId: Id | null
  /** The number to enrol, sealed. */
  sealedPhone: string | null
  /** Of the code that was sent last; codes themselves are not kept. */
  codeDigest: string | null
  /** The method it was sent for. */
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
  [{ keys: { expiresAt: 1 }, ttlSeconds: 3600 }],
)

const lifeMs = 5 * 60_000
const maxAttempts = 5
/** The first SMS and three more. */
const maxSends = 4
export const resendAfterMs = 60_000

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
  const alive = () => ({
    closedAt: null,
    attempts: trusted({ $lt: maxAttempts }),
    expiresAt: trusted({ $gt: clock.now() }),
  })

  return {
    insert: (
      challenge: Pick<ChallengeRecord, 'accountId' | 'purpose'> & Partial<ChallengeRecord> & { id?: Id },
    ): Promise<StoredChallenge> =>
      challenges().insert({
        ...blank,
        ...challenge,
        attempts: 0,
        closedAt: null,
        expiresAt: new Date(clock.now().getTime() + lifeMs),
      }),

    findAlive: (id: Id, purpose: ChallengePurpose) => challenges().findOne({ id, purpose, ...alive() }),

    /** Takes one of the five attempts before the answer is looked at; null when the challenge is dead. */
    attempt: (id: Id, purpose: ChallengePurpose, accountId?: Id) =>
      challenges().updateIf(
        { id, purpose, ...alive(), ...(accountId && { accountId }) },
        { $inc: { attempts: 1 } },
      ),

    /** Once: of many at the same time one closes it, the others get null. */
    close: (id: Id) =>
      challenges().updateIf({ id, closedAt: null }, { closedAt: clock.now(), codeDigest: null }),

    /** Replaces the code, if another may be sent now. */
    resend: (id: Id, codeDigest: string, codeFactorId: Id) => {
      const now = clock.now()
      const longAgo = new Date(now.getTime() - resendAfterMs)
      return challenges().updateIf(
        {
          id,
          purpose: 'login',
          ...alive(),
          sends: trusted({ $lt: maxSends }),
          $or: [{ lastSentAt: null }, { lastSentAt: trusted({ $lte: longAgo }) }],
        },
        { $set: { codeDigest, codeFactorId, lastSentAt: now }, $inc: { sends: 1 } },
      )
    },
  }
}
export type ChallengeStore = ReturnType<typeof challengeStore>
