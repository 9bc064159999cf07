import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Attempt } from './attempt.contract.ts'
import type { StoredAttempt } from './attempt.store.ts'
import { toAttempt } from './attempt.view.ts'

export const AttemptRemoved = defineEvent({
  type: 'wp.contests.attempt.removed.v1',
  summary: 'An attempt was deleted; its participant can start a new one',
  data: z.object({ attemptId: IdString, contestId: IdString }),
})

export const AttemptPublished = definePublicEvent({
  service: 'contests',
  resource: 'attempt',
  verbs: ['started', 'submitted'],
  permission: 'owner',
  record: Attempt,
})

export const publishAttemptChanged = (tx: Tx, verb: 'started' | 'submitted', stored: StoredAttempt): void =>
  publishPublicEvent(tx, AttemptPublished, verb, stored.workspaceId, toAttempt(stored))

export const publishAttemptRemoved = (tx: Tx, { workspaceId, contestId, id }: StoredAttempt): void =>
  tx.publish(AttemptRemoved, { workspaceId, data: { attemptId: id, contestId } })
