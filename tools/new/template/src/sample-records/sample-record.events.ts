import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { SampleRecord } from './sample-record.contract.ts'
import type { StoredSampleRecord } from './sample-record.store.ts'
import { toSampleRecord } from './sample-record.view.ts'

export const SampleRecordChanged = defineEvent({
  type: 'wp.sample-service.sample-record.changed.v1',
  summary: 'A sample record was created or updated',
  data: z.object({ sampleRecord: SampleRecord }),
})

export const SampleRecordRemoved = defineEvent({
  type: 'wp.sample-service.sample-record.removed.v1',
  summary: 'A sample record was deleted',
  data: z.object({ sampleRecordId: IdString }),
})

export const publishSampleRecordChanged = (tx: Tx, stored: StoredSampleRecord): void =>
  tx.publish(SampleRecordChanged, {
    workspaceId: stored.workspaceId,
    data: { sampleRecord: toSampleRecord(stored) },
  })

export const publishSampleRecordRemoved = (tx: Tx, workspaceId: Id, sampleRecordId: Id): void =>
  tx.publish(SampleRecordRemoved, { workspaceId, data: { sampleRecordId } })
