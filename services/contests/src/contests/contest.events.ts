import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
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

export const ContestPublished = definePublicEvent({
  service: 'contests',
  resource: 'contest',
  verbs: ['published', 'closed'],
  permission: 'owner',
  record: Contest,
})

/** `before` is null for a new contest. */
export const publishContestChanged = (tx: Tx, before: StoredContest | null, stored: StoredContest): void => {
  const contest = toContest(stored)
  tx.publish(ContestChanged, { workspaceId: stored.workspaceId, data: { contest } })
  if (stored.status !== 'draft' && stored.status !== before?.status)
    publishPublicEvent(tx, ContestPublished, stored.status, stored.workspaceId, contest)
}

export const publishContestRemoved = (tx: Tx, { workspaceId, id }: StoredContest): void =>
  tx.publish(ContestRemoved, { workspaceId, data: { contestId: id } })
