import { handle, reply } from '@wp/http'
import type { ContestsDeps } from '../deps.ts'
import * as routes from './contest.contract.ts'
import { publishContestCreated } from './contest.events.ts'
import { toContest } from './contest.view.ts'

export const contestHandlers = ({ db, contests }: ContestsDeps) => [
  handle(routes.listContests, async ({ workspaceId, query }) => {
    const { items, pagination } = await contests.list(workspaceId, query)
    return reply(200, { contests: items.map(toContest), pagination })
  }),

  handle(routes.createContest, async ({ workspaceId, body }) => {
    const contest = await db.transaction(async (tx) => {
      const created = await contests.insert(workspaceId, body)
      publishContestCreated(tx, created)
      return created
    })
    return reply(201, { contest: toContest(contest) })
  }),
]
