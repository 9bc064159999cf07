import { handle, reply } from '@wp/http'
import type { SampleServiceDeps } from '../deps.ts'
import * as routes from './sample-record.contract.ts'
import { publishSampleRecordChanged, publishSampleRecordRemoved } from './sample-record.events.ts'
import { toSampleRecord } from './sample-record.view.ts'

export const sampleRecordHandlers = ({
  db,
  sampleRecords,
}: Pick<SampleServiceDeps, 'db' | 'sampleRecords'>) => [
  handle(routes.listSampleRecords, async ({ workspaceId, query }) => {
    const { items, pagination } = await sampleRecords.list(workspaceId, query)
    return reply(200, { sampleRecords: items.map(toSampleRecord), pagination })
  }),

  handle(routes.createSampleRecord, async ({ workspaceId, body }) => {
    const sampleRecord = await db.transaction(async (tx) => {
      const created = await sampleRecords.insert(workspaceId, body)
      publishSampleRecordChanged(tx, created)
      return created
    })
    return reply(201, { sampleRecord: toSampleRecord(sampleRecord) })
  }),

  handle(routes.getSampleRecord, async ({ workspaceId, params: { sampleRecordId } }) =>
    reply(200, { sampleRecord: toSampleRecord(await sampleRecords.get(workspaceId, sampleRecordId)) }),
  ),

  handle(routes.updateSampleRecord, async ({ workspaceId, params: { sampleRecordId }, body }) => {
    const sampleRecord = await db.transaction(async (tx) => {
      const updated = await sampleRecords.update(workspaceId, sampleRecordId, body)
      publishSampleRecordChanged(tx, updated)
      return updated
    })
    return reply(200, { sampleRecord: toSampleRecord(sampleRecord) })
  }),

  handle(routes.deleteSampleRecord, async ({ workspaceId, params: { sampleRecordId } }) => {
    await db.transaction(async (tx) => {
      await sampleRecords.remove(workspaceId, sampleRecordId)
      publishSampleRecordRemoved(tx, workspaceId, sampleRecordId)
    })
    return reply(204)
  }),
]
