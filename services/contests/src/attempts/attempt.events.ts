import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Attempt } from './attempt.contract.ts'
import type { StoredAttempt } from './attempt.store.ts'
import { toAttempt } from './attempt.view.ts'

export const AttemptChanged = defineEvent({
  type: 'wp.contests.attempt.changed.v1',
  summary: "An attempt was started or submitted. The event does not contain the participant's data.",
  data: z.object({ attempt: Attempt.omit({ name: true, email: true, phone: true }) }),
})

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

export const publishAttemptChanged = (tx: Tx, verb: 'started' | 'submitted', stored: StoredAttempt): void => {
  const attempt = toAttempt(stored)
  tx.publish(AttemptChanged, { workspaceId: stored.workspaceId, data: { attempt } })
  publishPublicEvent(tx, AttemptPublished, verb, stored.workspaceId, attempt)
}

export const publishAttemptRemoved = (tx: Tx, { workspaceId, contestId, id }: StoredAttempt): void =>
  tx.publish(AttemptRemoved, { workspaceId, data: { attemptId: id, contestId } })
