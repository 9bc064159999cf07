import { newId, notFound } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Contest, ContestChanges, NewContest } from './contest.contract.ts'

type ContestRecord = Omit<
  Contest,
  'id' | 'workspaceId' | 'createdAt' | 'updatedAt' | 'startsAt' | 'endsAt' | 'publicLeaderboard'
> & {
  workspaceId: Id
  startsAt: Date
  endsAt: Date
  /** Missing in contests from earlier versions. */
  publicLeaderboard?: boolean
  /**
   * The number of attempts. Starting one increments it, so that starting conflicts with closing or deleting the
   * contest.
   */
  attemptCount: number
  /** When the contest was closed; null before that, and again once all its attempts are submitted. */
  closingAt?: Date | null
}
export type StoredContest = TenantDoc<ContestRecord>

export const contestCollection = collection<ContestRecord>(
  'contests',
  'Contest',
  {
    title: String,
    description: String,
    questions: [Object],
    startsAt: Date,
    endsAt: Date,
    durationMinutes: Number,
    shuffle: Boolean,
    publicLeaderboard: Boolean,
    status: String,
    attemptCount: Number,
    closingAt: Date,
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { closingAt: 1 } }, // closed contests with open attempts in all workspaces
  ],
  { onePer: 'contest' },
)

export const contestStore = (db: Database) => {
  const contests = db.tenant(contestCollection)
  // Participants' requests contain no workspace id.
  const allContests = db.global(contestCollection)
  return {
    list: (workspaceId: Id, query: PageQuery) => contests(workspaceId).page({ query }),
    get: (workspaceId: Id, id: Id) => contests(workspaceId).get({ id }),
    /** Returns a contest that participants may see: a published or closed one. */
    findPublic: (id: Id) => allContests().findOne({ id, status: trusted({ $in: ['published', 'closed'] }) }),
    getPublished: (id: Id) => allContests().get({ id, status: 'published' }),
    /** Throws NOT_FOUND for drafts, which participants must not see. */
    getWorkspaceId: async (id: Id): Promise<Id> => {
      const contest = await allContests().findOne(
        { id, status: trusted({ $in: ['published', 'closed'] }) },
        { select: ['workspaceId'] },
      )
      if (!contest) throw notFound(contestCollection.noun)
      return contest.workspaceId
    },
    /** Returns the contest fields that an attempt needs; the contest cannot be deleted while it has attempts. */
    getSheet: async (workspaceId: Id, id: Id) => {
      const contest = await contests(workspaceId).findOne({ id }, { select: ['questions', 'closingAt'] })
      if (!contest) throw notFound(contestCollection.noun)
      return contest
    },
    listClosing: (now: Date, limit: number) =>
      allContests().find(
        { closingAt: trusted({ $lte: now }) },
        { sort: { closingAt: 1 }, limit, select: ['workspaceId'] },
      ),

    insert: (workspaceId: Id, contest: NewContest) =>
      contests(workspaceId).insert({
        ...contest,
        questions: withIds(contest.questions),
        startsAt: new Date(contest.startsAt),
        endsAt: new Date(contest.endsAt),
        status: 'draft',
        attemptCount: 0,
        closingAt: null,
      }),

    update: (
      workspaceId: Id,
      id: Id,
      { questions, startsAt, endsAt, ...changes }: ContestChanges & { closingAt?: Date },
    ) =>
      contests(workspaceId).update(
        { id },
        {
          ...changes,
          ...(questions && { questions: withIds(questions) }),
          ...(startsAt && { startsAt: new Date(startsAt) }),
          ...(endsAt && { endsAt: new Date(endsAt) }),
        },
      ),

    addAttempts: (workspaceId: Id, id: Id, count: 1 | -1) =>
      contests(workspaceId).update({ id }, { $inc: { attemptCount: count } }, { keepsUpdatedAt: true }),

    endClosing: (workspaceId: Id, id: Id) =>
      contests(workspaceId).updateIf({ id }, { closingAt: null }, { keepsUpdatedAt: true }),

    /** Returns null when the contest has attempts. */
    removeUnattemptedIf: (workspaceId: Id, id: Id) => contests(workspaceId).removeIf({ id, attemptCount: 0 }),
  }
}

const withIds = (questions: NewContest['questions']) =>
  questions.map((question) => ({ id: newId(), ...question }))
