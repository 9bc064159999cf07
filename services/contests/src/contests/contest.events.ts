import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import type { StoredContest } from './contest.store.ts'

export const ContestCreated = defineEvent({
  type: 'wp.contests.contest.created.v1',
  summary: 'A contest was drafted',
  data: z.object({ contestId: IdString, title: z.string() }),
})

export const publishContestCreated = (tx: Tx, { workspaceId, id, title }: StoredContest): void =>
  tx.publish(ContestCreated, { workspaceId, data: { contestId: id, title } })
