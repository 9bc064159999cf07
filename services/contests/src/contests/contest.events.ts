import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Contest } from './contest.contract.ts'
import type { StoredContest } from './contest.store.ts'
import { toContest } from './contest.view.ts'

export const ContestChanged = defineEvent({
  type: 'wp.contests.contest.changed.v1',
  summary:
    'A contest was created, updated, published or closed. The event does not contain the description or the questions.',
  data: z.object({ contest: Contest.omit({ description: true, questions: true }) }),
})

export const ContestRemoved = defineEvent({
  type: 'wp.contests.contest.removed.v1',
  summary: 'A contest was deleted',
  data: z.object({ contestId: IdString }),
})

export const publishContestChanged = (tx: Tx, stored: StoredContest): void =>
  tx.publish(ContestChanged, { workspaceId: stored.workspaceId, data: { contest: toContest(stored) } })

export const publishContestRemoved = (tx: Tx, { workspaceId, id }: StoredContest): void =>
  tx.publish(ContestRemoved, { workspaceId, data: { contestId: id } })
