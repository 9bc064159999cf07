import { handle, reply } from '@wp/http'
import { withIsoTimes } from '@wp/kernel'
import { ContestCreated } from '../events.ts'
import type { Contests } from '../service.ts'
import { createContest, listContests } from './contest.contract.ts'

export const contestHandlers = ({ db, contests }: Contests) => [
  handle(listContests, async ({ workspaceId, query }) => {
    const { items, pagination } = await contests.list(workspaceId, query)
    return reply(200, { contests: items.map(withIsoTimes), pagination })
  }),

  handle(createContest, async ({ workspaceId, body }) => {
    const contest = await db.transaction(async (tx) => {
      const created = withIsoTimes(await contests.insert(workspaceId, body))
      tx.publish(ContestCreated, { workspaceId, data: { contestId: created.id, title: created.title } })
      return created
    })
    return reply(201, { contest })
  }),
]
