import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { AttemptStatus } from './attempt.contract.ts'
import type { SheetQuestion } from './attempt.rules.ts'

type AttemptRecord = {
  workspaceId: Id
  contestId: Id
  name: string
  email: string | null
  phone: string | null
  /** Keys that identify the participant; unique within a contest. */
  participantKeys: string[]
  tokenHash: string
  status: AttemptStatus
  deadline: Date
  /** The questions copied from the contest at the start, in this attempt's order. */
  questions: SheetQuestion[]
  /** The selected option's id by question id. */
  answers: Record<Id, string>
  submittedAt: Date | null
  score: number | null
  maxScore: number | null
}
export type StoredAttempt = TenantDoc<AttemptRecord>
export type NewAttemptRecord = Omit<
  AttemptRecord,
  'workspaceId' | 'status' | 'answers' | 'submittedAt' | 'score' | 'maxScore'
>
/** An attempt without its questions, which can be large. */
export type AttemptSummary = Omit<StoredAttempt, 'questions' | 'answers'>

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
    status: String,
    deadline: Date,
    questions: [Object],
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
    { keys: { status: 1, deadline: 1 } }, // overdue attempts in all workspaces
  ],
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
        select: summary,
        query,
      }),
    /** Lists open attempts whose deadline has passed, oldest first. */
    listOverdue: (now: Date, limit: number) =>
      allAttempts().find(
        { ...running, deadline: trusted({ $lte: now }) },
        { sort: { deadline: 1 }, limit, select: ['workspaceId'] },
      ),
    listOverdueOf: (workspaceId: Id, contestId: Id, now: Date, limit: number) =>
      attempts(workspaceId).find(
        { contestId, ...running, deadline: trusted({ $lte: now }) },
        { limit, select: ['workspaceId'] },
      ),

    get: (workspaceId: Id, id: Id) => attempts(workspaceId).get({ id }),
    find: (workspaceId: Id, id: Id) => attempts(workspaceId).findOne({ id }),
    getOfContest: (workspaceId: Id, contestId: Id, id: Id) => attempts(workspaceId).get({ id, contestId }),
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
      result: { submittedAt: Date; score: number; maxScore: number },
    ) => {
      db.requireTransaction()
      return attempts(workspaceId).update({ id }, { ...result, status: 'submitted' })
    },

    /** Sets the deadline of every open attempt to now. */
    closeOpen: (workspaceId: Id, contestId: Id, now: Date) =>
      attempts(workspaceId).updateMany(
        { contestId, ...running, deadline: trusted({ $gt: now }) },
        { deadline: now },
      ),

    remove: (workspaceId: Id, contestId: Id, id: Id) => attempts(workspaceId).remove({ id, contestId }),
  }
}
