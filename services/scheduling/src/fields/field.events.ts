import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { SessionField } from './field.contract.ts'
import type { StoredField } from './field.store.ts'
import { toField } from './field.view.ts'

const Subject = z.enum(['staff', 'sessions'])

export const FieldChanged = defineEvent({
  type: 'wp.scheduling.field.changed.v1',
  summary: 'A custom field was created, updated or reordered. The event does not contain its metadata.',
  data: z.object({ field: SessionField.omit({ metadata: true }).extend({ subject: Subject }) }),
})

export const FieldRemoved = defineEvent({
  type: 'wp.scheduling.field.removed.v1',
  summary: 'A custom field was deleted',
  data: z.object({ fieldId: IdString, subject: Subject, key: z.string() }),
})

export const publishFieldChanged = (tx: Tx, stored: StoredField): void =>
  tx.publish(FieldChanged, {
    workspaceId: stored.workspaceId,
    data: { field: { ...toField(stored), subject: stored.subject } },
  })

export const publishFieldRemoved = (tx: Tx, { workspaceId, id, subject, key }: StoredField): void =>
  tx.publish(FieldRemoved, { workspaceId, data: { fieldId: id, subject, key } })
