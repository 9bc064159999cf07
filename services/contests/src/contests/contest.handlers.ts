import { handle, reply } from '@wp/http'
import type { ContestsDeps } from '../deps.ts'
import { createContest, deleteContest, updateContest } from './contest.actions.ts'
import * as routes from './contest.contract.ts'
import { toContest, toPublicContest } from './contest.view.ts'

export const contestHandlers = (deps: ContestsDeps) => [
  handle(routes.listContests, async ({ workspaceId, query }) => {
    const { items, pagination } = await deps.contests.list(workspaceId, query)
    return reply(200, { contests: items.map(toContest), pagination })
  }),

  handle(routes.createContest, async ({ workspaceId, body }) =>
    reply(201, { contest: toContest(await createContest(deps, workspaceId, body)) }),
  ),

  handle(routes.getContest, async ({ workspaceId, params }) =>
    reply(200, { contest: toContest(await deps.contests.get(workspaceId, params.contestId)) }),
  ),

  handle(routes.updateContest, async ({ workspaceId, params, body }) => {
    const contest = await updateContest(deps, workspaceId, params.contestId, body)
    return reply(200, { contest: toContest(contest) })
  }),

  handle(routes.deleteContest, async ({ workspaceId, params }) => {
    await deleteContest(deps, workspaceId, params.contestId)
    return reply(204)
  }),

  handle(routes.getPublicContest, async ({ params }) =>
    reply(200, { contest: toPublicContest(await deps.contests.getPublished(params.contestId)) }),
  ),
]
