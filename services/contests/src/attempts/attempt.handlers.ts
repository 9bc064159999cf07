import { bearerToken, csvReply, handle, prefersCsv, reply } from '@wp/http'
import { notFound } from '@wp/kernel'
import type { ContestsDeps } from '../deps.ts'
import {
  answerQuestion,
  contestQueue,
  deleteAttempt,
  getAttempt,
  getStartedAttempt,
  getSubmittedAttempt,
  startAttempt,
  submitAttempt,
} from './attempt.actions.ts'
import * as routes from './attempt.contract.ts'
import {
  attemptColumns,
  toAnswerItems,
  toAttempt,
  toAttemptSheet,
  toLeaderboard,
  toPublicRow,
} from './attempt.view.ts'

export const attemptHandlers = (deps: ContestsDeps) => [
  handle(routes.listAttempts, async ({ workspaceId, params: { contestId }, query, headers }) => {
    await deps.contests.get(workspaceId, contestId)
    if (prefersCsv(headers))
      return csvReply('attempts', deps.attempts.iterate(workspaceId, contestId, query), attemptColumns)
    const { items, pagination } = await deps.attempts.list(workspaceId, contestId, query)
    return reply(200, { attempts: items.map(toAttempt), pagination })
  }),

  handle(routes.getAttemptAnswers, async ({ workspaceId, params: { contestId, attemptId } }) => {
    const opened = await getSubmittedAttempt(deps, workspaceId, contestId, attemptId)
    return reply(200, { items: toAnswerItems(opened) })
  }),

  handle(routes.deleteAttempt, async ({ workspaceId, params: { contestId, attemptId } }) => {
    await deleteAttempt(deps, workspaceId, contestId, attemptId)
    return reply(204)
  }),

  handle(routes.getLeaderboard, async ({ workspaceId, params: { contestId }, query }) => {
    await deps.contests.get(workspaceId, contestId)
    const { items, pagination } = await deps.attempts.listBest(workspaceId, contestId, query)
    const first = (query.page - 1) * query.limit + 1
    return reply(200, { leaderboard: toLeaderboard(items, first), pagination })
  }),

  handle(routes.getPublicLeaderboard, async ({ params, query }) => {
    const contest = await deps.contests.findPublic(params.contestId)
    if (!contest?.publicLeaderboard) throw notFound('Leaderboard')
    const { items, pagination } = await deps.attempts.listBest(contest.workspaceId, contest.id, query)
    const first = (query.page - 1) * query.limit + 1
    return reply(200, { leaderboard: items.map((item, at) => toPublicRow(item, first + at)), pagination })
  }),

  handle(
    routes.startAttempt,
    async ({ params, body, ip, idempotencyKey }) => {
      const started = await startAttempt(deps, params.contestId, body, { ip, idempotencyKey })
      return reply(201, { attempt: toAttemptSheet(started), token: started.token })
    },
    {
      queue: ({ params }) => contestQueue(params.contestId),
      replay: async ({ params, body, idempotencyKey }) => {
        const started = await getStartedAttempt(deps, params.contestId, body, idempotencyKey!)
        return reply(201, { attempt: toAttemptSheet(started), token: started.token })
      },
    },
  ),

  handle(routes.getAttempt, async ({ params, headers }) => {
    const opened = await getAttempt(deps, params.attemptId, bearerToken(headers.authorization))
    return reply(200, { attempt: toAttemptSheet(opened) })
  }),

  handle(routes.answerQuestion, async ({ params: { attemptId, questionId }, headers, body }) => {
    const token = bearerToken(headers.authorization)
    const answered = await answerQuestion(deps, { id: attemptId, token, questionId, ...body })
    return reply(200, { attempt: toAttemptSheet(answered) })
  }),

  handle(routes.submitAttempt, async ({ params, headers }) => {
    const submitted = await submitAttempt(deps, params.attemptId, bearerToken(headers.authorization))
    return reply(200, { attempt: toAttemptSheet(submitted) })
  }),
]
