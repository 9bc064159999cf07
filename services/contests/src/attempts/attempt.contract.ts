import { defineRoute, open, raw, workspace } from '@wp/http'
import { EmailAddress, IdString, nonBlank, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { contestsErrors } from '../errors.ts'
import { Question } from '../contests/contest.contract.ts'

export const AttemptStatus = z.enum(['in-progress', 'submitted'])
export type AttemptStatus = z.output<typeof AttemptStatus>

const result = {
  status: AttemptStatus,
  deadline: Timestamp.describe('The attempt is submitted automatically at this time'),
  submittedAt: Timestamp.nullable(),
  score: z.int().nullable().describe('Null until the attempt is submitted'),
  maxScore: z.int().nullable(),
}

/** An attempt as shown to the owner. */
export const Attempt = z
  .object({
    id: IdString,
    contestId: IdString,
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    startedAt: Timestamp,
    ...result,
  })
  .meta({ id: 'ContestAttempt' })
export type Attempt = z.output<typeof Attempt>

/**
 * An attempt as shown to the participant: with the questions in this attempt's order and without the correct answers.
 */
const AttemptSheet = z
  .object({
    id: IdString,
    ...result,
    questions: z.array(
      Question.pick({ id: true, text: true, options: true }).extend({
        selectedOptionId: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ContestAttemptSheet' })
export type AttemptSheet = z.output<typeof AttemptSheet>

const AnswerItem = z
  .object({
    questionId: IdString,
    questionText: z.string(),
    selectedOptionId: z.string().nullable(),
    selectedOptionLabel: z.string().nullable(),
    correctOptionId: z.string(),
    correctOptionLabel: z.string(),
    isCorrect: z.boolean(),
  })
  .meta({ id: 'ContestAnswerItem' })
export type AnswerItem = z.output<typeof AnswerItem>

const LeaderboardRow = z
  .object({
    rank: z.int(),
    attemptId: IdString,
    name: z.string(),
    score: z.int(),
    submittedAt: Timestamp,
  })
  .meta({ id: 'ContestLeaderboardRow' })
export type LeaderboardRow = z.output<typeof LeaderboardRow>

/** A row as everyone sees it: without the last name and the time. */
const PublicLeaderboardRow = LeaderboardRow.pick({ rank: true, attemptId: true, score: true })
  .extend({ name: z.string().describe('First name and first letter of the last name') })
  .meta({ id: 'PublicLeaderboardRow' })
export type PublicLeaderboardRow = z.output<typeof PublicLeaderboardRow>

export const NewAttempt = z
  .object({
    name: nonBlank(200),
    email: EmailAddress.nullable().default(null),
    phone: nonBlank(40).nullable().default(null),
  })
  .refine(({ email, phone }) => email !== null || phone !== null, {
    path: ['email'],
    error: 'is required unless phone is given',
  })
export type NewAttempt = z.output<typeof NewAttempt>

const contestPath = '/workspace/:workspaceId/contests/:contestId'
const path = `${contestPath}/attempts` as const
const publicPath = '/public/contests/attempts/:attemptId'
const tag = 'Contests'
const publicTag = 'Public contests'
/** The attempt's token as `Authorization: Bearer …`. It is verified when the attempt is read. */
const participant = open({ header: { name: 'authorization', error: 'UNAUTHENTICATED' } })
const OneSheet = z.object({ attempt: AttemptSheet })

export const listAttempts = defineRoute({
  id: 'listAttempts',
  method: 'GET',
  path,
  summary: "List a contest's attempts",
  description:
    'Sorted by start time, newest first. With `Accept: text/csv`, the reply contains all matching attempts, regardless of paging.',
  tag,
  access: workspace('owner'),
  query: pageQuery.extend({ status: AttemptStatus.optional() }),
  replies: {
    200: [z.object({ attempts: z.array(Attempt), pagination: Pagination }), raw('text/csv')],
  },
  fails: [400, 401, 403, 404],
})

export const getAttemptAnswers = defineRoute({
  id: 'getAttemptAnswers',
  method: 'GET',
  path: `${path}/:attemptId/answers`,
  summary: "List an attempt's answers",
  description: 'The attempt must be submitted. Answers are sorted as shown to the participant.',
  tag,
  access: workspace('owner'),
  replies: { 200: z.object({ items: z.array(AnswerItem) }) },
  fails: [400, 401, 403, 404],
})

export const deleteAttempt = defineRoute({
  id: 'deleteAttempt',
  method: 'DELETE',
  path: `${path}/:attemptId`,
  summary: 'Delete an attempt',
  description: 'The participant can then start a new attempt.',
  tag,
  access: workspace('owner'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

export const getLeaderboard = defineRoute({
  id: 'getLeaderboard',
  method: 'GET',
  path: `${contestPath}/leaderboard`,
  summary: "Get a contest's leaderboard",
  description:
    'Lists submitted attempts by score, highest first; ties are sorted by submission time, earliest first.',
  tag,
  access: workspace('owner'),
  // Uses page numbers, because ranks are absolute positions, which a cursor cannot provide.
  query: pageQuery.omit({ after: true }),
  replies: { 200: z.object({ leaderboard: z.array(LeaderboardRow), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const getPublicLeaderboard = defineRoute({
  id: 'getPublicLeaderboard',
  method: 'GET',
  path: '/public/contests/:contestId/leaderboard',
  summary: "Get a contest's public leaderboard",
  description:
    "For published and closed contests with `publicLeaderboard`; others return 404. Sorted like the owner's leaderboard.",
  tag: publicTag,
  access: open(),
  query: pageQuery.omit({ after: true }),
  replies: { 200: z.object({ leaderboard: z.array(PublicLeaderboardRow), pagination: Pagination }) },
  fails: [400, 404],
})

export const startAttempt = defineRoute({
  id: 'startAttempt',
  method: 'POST',
  path: '/public/contests/:contestId/attempts',
  summary: 'Start an attempt',
  description:
    "Returns the questions in this attempt's order and the `token` for the following calls. The token is stored as a hash; only a repeated request with the same `Idempotency-Key` returns it again, so use a random key. A participant, identified by email or phone, can take part only once.",
  tag: publicTag,
  access: open(),
  rate: 'attempt',
  body: NewAttempt,
  idempotency: 'sealed', // the reply contains the token
  replies: { 201: z.object({ attempt: AttemptSheet, token: z.string() }) },
  fails: [400, 404, 409, 422],
  errors: [contestsErrors.NOT_STARTED],
})

export const getAttempt = defineRoute({
  id: 'getAttempt',
  method: 'GET',
  path: publicPath,
  summary: 'Get an attempt',
  description: "Requires the attempt's token.",
  tag: publicTag,
  access: participant,
  replies: { 200: OneSheet },
  fails: [400, 401, 404],
})

export const answerQuestion = defineRoute({
  id: 'answerQuestion',
  method: 'PUT',
  path: `${publicPath}/answers/:questionId`,
  summary: 'Answer a question',
  description: 'A new answer replaces the previous one.',
  tag: publicTag,
  access: participant,
  body: z.object({ optionId: z.string().min(1).max(64) }),
  replies: { 200: OneSheet },
  fails: [400, 401, 404, 422],
})

export const submitAttempt = defineRoute({
  id: 'submitAttempt',
  method: 'POST',
  path: `${publicPath}/submit`,
  summary: 'Submit an attempt',
  description: 'Submitting again returns the same result.',
  tag: publicTag,
  access: participant,
  replies: { 200: OneSheet },
  fails: [400, 401, 404],
})
