import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { AttemptStatus } from './attempt.contract.ts'
import type { AttemptOrder } from './attempt.rules.ts'

type AttemptRecord = AttemptOrder & {
  workspaceId: Id
  contestId: Id
  name: string
  email: string | null
  phone: string | null
  /** Keys that identify the participant; unique within a contest. */
  participantKeys: string[]
  tokenHash: string
  /** Together with the Idempotency-Key of the request that started the attempt, this reproduces the token. */
  tokenSalt?: string | null
  /** The hashed network of the address that started the attempt. */
  addressHash?: string
  status: AttemptStatus
  deadline: Date
  /** The selected option's id by question id. */
  answers: Record<Id, string>
  submittedAt: Date | null
  score: number | null
  maxScore: number | null
}
export type StoredAttempt = TenantDoc<AttemptRecord>
export type NewAttemptRecord = Omit<
  AttemptRecord,
  'workspaceId' | 'status' | 'questions' | 'answers' | 'submittedAt' | 'score' | 'maxScore'
>
/** An attempt without its answers and the order of its questions, which can be large. */
export type AttemptSummary = Omit<
  StoredAttempt,
  'order' | 'questions' | 'answers' | 'tokenSalt' | 'addressHash'
>

type AttemptFilter = { status?: AttemptStatus | undefined }

const summary = [
  'workspaceId',
  'contestId',
  'name',
  'email',
  'phone',
  'participantKeys',
  'tokenHash',
  'status',
  'deadline',
  'submittedAt',
  'score',
  'maxScore',
  'createdAt',
  'updatedAt',
] as const

export const attemptCollection = collection<AttemptRecord>(
  'attempts',
  'Attempt',
  {
    contestId: String,
    name: String,
    email: String,
    phone: String,
    participantKeys: [String],
    tokenHash: String,
    tokenSalt: String,
    addressHash: String,
    status: String,
    deadline: Date,
    order: String,
    questions: Object,
    answers: Object,
    submittedAt: Date,
    score: Number,
    maxScore: Number,
  },
  [
    { keys: { workspaceId: 1, contestId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, contestId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
    { keys: { workspaceId: 1, contestId: 1, status: 1, score: -1, submittedAt: 1, _id: 1 } }, // leaderboard
    { keys: { workspaceId: 1, contestId: 1, participantKeys: 1 }, unique: true },
    { keys: { workspaceId: 1, contestId: 1, addressHash: 1, createdAt: 1 } }, // attempts started from one address
    { keys: { status: 1, deadline: 1, _id: 1 } }, // overdue attempts in all workspaces
  ],
  { onePer: 'attempt; limited per address' },
)

const running = { status: 'in-progress' } as const

export const attemptStore = (db: Database) => {
  const attempts = db.tenant(attemptCollection)
  // Participants' requests contain no workspace id, and the job works across workspaces.
  const allAttempts = db.global(attemptCollection)
  return {
    list: (workspaceId: Id, contestId: Id, { status, ...query }: PageQuery & AttemptFilter) =>
      attempts(workspaceId).page({
        filter: { contestId, ...(status && { status }) },
        select: summary,
        query,
      }),
    iterate: (workspaceId: Id, contestId: Id, { status }: AttemptFilter) =>
      attempts(workspaceId).iterate(
        { contestId, ...(status && { status }) },
        { sort: { createdAt: -1 }, select: summary },
      ),
    listBest: (workspaceId: Id, contestId: Id, query: PageQuery) =>
      attempts(workspaceId).page({
        filter: { contestId, status: 'submitted' },
        sort: { score: -1, submittedAt: 1 },
        neverNull: ['score'],
        select: summary,
        query,
      }),
    /** Counts the submitted attempts that are ahead of a submitted one. */
    countAhead: async (workspaceId: Id, { contestId, score, submittedAt }: StoredAttempt) => {
      const submitted = { contestId, status: 'submitted' } as const
      const [better, earlier] = await Promise.all([
        attempts(workspaceId).count({ ...submitted, score: trusted({ $gt: score }) }),
        attempts(workspaceId).count({ ...submitted, score, submittedAt: trusted({ $lt: submittedAt }) }),
      ])
      return better + earlier
    },
    /** Yields open attempts whose deadline has passed, sorted by deadline. */
    iterateOverdue: (now: Date) =>
      allAttempts().iterate(
        { ...running, deadline: trusted({ $lte: now }) },
        { sort: { deadline: 1 }, select: ['workspaceId', 'deadline'] },
      ),
    listOpenOf: (workspaceId: Id, contestId: Id, limit: number) =>
      attempts(workspaceId).find({ contestId, ...running }, { limit, select: ['workspaceId'] }),
    /** Counts the attempts that one address has started since the given time. */
    countStarted: (workspaceId: Id, contestId: Id, addressHash: string, since: Date) =>
      attempts(workspaceId).count({ contestId, addressHash, createdAt: trusted({ $gt: since }) }),

    get: (workspaceId: Id, id: Id) => attempts(workspaceId).get({ id }),
    find: (workspaceId: Id, id: Id) => attempts(workspaceId).findOne({ id }),
    getOfContest: (workspaceId: Id, contestId: Id, id: Id) => attempts(workspaceId).get({ id, contestId }),
    /** Returns the attempt of a participant, who is identified by one or more keys. */
    findOfParticipant: (workspaceId: Id, contestId: Id, keys: readonly string[]) =>
      attempts(workspaceId).findOne({ contestId, participantKeys: trusted({ $in: keys }) }),
    /** Throws the same NOT_FOUND error for an unknown attempt and for a wrong token. */
    getByToken: (id: Id, tokenHash: string) => allAttempts().get({ id, tokenHash }),

    insert: (workspaceId: Id, attempt: NewAttemptRecord) =>
      attempts(workspaceId).insert({
        ...attempt,
        ...running,
        answers: {},
        submittedAt: null,
        score: null,
        maxScore: null,
      }),

    /** Returns null when the attempt was submitted or its deadline has passed. */
    answerIf: ({ workspaceId, id }: StoredAttempt, questionId: Id, optionId: string, now: Date) =>
      attempts(workspaceId).updateIf(
        { id, ...running, deadline: trusted({ $gt: now }) },
        { $set: { [`answers.${questionId}`]: optionId } },
      ),

    /** Must run in the transaction that read the answers, so that a concurrent answer makes the transaction retry. */
    submit: (
      { workspaceId, id }: StoredAttempt,
      result: { deadline: Date; submittedAt: Date; score: number; maxScore: number },
    ) => {
      db.requireTransaction()
      return attempts(workspaceId).update({ id }, { ...result, status: 'submitted' })
    },

    remove: (workspaceId: Id, contestId: Id, id: Id) => attempts(workspaceId).remove({ id, contestId }),
  }
}
