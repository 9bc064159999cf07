import { defineRoute, open, raw, workspace } from '@wp/http'
import { EmailAddress, IdString, nonBlank, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { Question } from '../contests/contest.contract.ts'

export const AttemptStatus = z.enum(['in-progress', 'submitted'])
export type AttemptStatus = z.output<typeof AttemptStatus>

const result = {
  status: AttemptStatus,
  deadline: Timestamp.describe('It is submitted by itself then'),
  submittedAt: Timestamp.nullable(),
  score: z.int().nullable().describe('Null until it is submitted'),
  maxScore: z.int().nullable(),
}

/** An attempt as the owner sees it. */
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

/** An attempt as the participant sees it: in its own order, without the right answers. */
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

export const NewAttempt = z
  .object({
    name: nonBlank(200),
    email: EmailAddress.nullable().default(null),
    phone: nonBlank(40).nullable().default(null),
  })
  .refine(({ email, phone }) => email !== null || phone !== null, {
    path: ['email'],
    error: 'or phone is needed, so that everybody takes part once',
  })
export type NewAttempt = z.output<typeof NewAttempt>

const contestPath = '/workspace/:workspaceId/contests/:contestId'
const path = `${contestPath}/attempts` as const
const publicPath = '/public/contests/attempts/:attemptId'
const tag = 'Contests'
const publicTag = 'Public contests'
/** The token of the attempt as `Authorization: Bearer …`; whether it is the right one is looked up with the attempt. */
const participant = open({ header: { name: 'authorization', error: 'UNAUTHENTICATED' } })
const OneSheet = z.object({ attempt: AttemptSheet })

export const listAttempts = defineRoute({
  id: 'listAttempts',
  method: 'GET',
  path,
  summary: 'Attempts of a contest, newest first; as text/csv all that match, whatever the page',
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
  summary: 'The answers of a submitted attempt, in the order shown to the participant',
  tag,
  access: workspace('owner'),
  replies: { 200: z.object({ items: z.array(AnswerItem) }) },
  fails: [400, 401, 403, 404],
})

export const deleteAttempt = defineRoute({
  id: 'deleteAttempt',
  method: 'DELETE',
  path: `${path}/:attemptId`,
  summary: 'Remove an attempt; its participant may start again',
  tag,
  access: workspace('owner'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

export const getLeaderboard = defineRoute({
  id: 'getLeaderboard',
  method: 'GET',
  path: `${contestPath}/leaderboard`,
  summary: 'Submitted attempts, the best first; of equals the earlier',
  tag,
  access: workspace('owner'),
  // A rank is a place counted from the first, which a cursor does not know.
  query: pageQuery.omit({ after: true }),
  replies: { 200: z.object({ leaderboard: z.array(LeaderboardRow), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const startAttempt = defineRoute({
  id: 'startAttempt',
  method: 'POST',
  path: '/public/contests/:contestId/attempts',
  summary: 'Take part in a contest, once',
  description:
    'The answer holds the questions in the order of this attempt, and the `token` for the calls that follow; it is given once and kept hashed. A participant is known by email or phone, whichever matches.',
  tag: publicTag,
  access: open(),
  body: NewAttempt,
  idempotency: 'none',
  replies: { 201: z.object({ attempt: AttemptSheet, token: z.string() }) },
  fails: [400, 404, 409, 422],
})

export const getAttempt = defineRoute({
  id: 'getAttempt',
  method: 'GET',
  path: publicPath,
  summary: 'An attempt, for the participant who has its token',
  tag: publicTag,
  access: participant,
  replies: { 200: OneSheet },
  fails: [400, 401, 404],
})

export const answerQuestion = defineRoute({
  id: 'answerQuestion',
  method: 'PUT',
  path: `${publicPath}/answers/:questionId`,
  summary: 'Choose an option; the last choice counts',
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
  summary: 'Hand an attempt in; again gives the same result',
  tag: publicTag,
  access: participant,
  replies: { 200: OneSheet },
  fails: [400, 401, 404],
})
