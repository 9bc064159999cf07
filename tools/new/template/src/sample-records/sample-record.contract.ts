import { defineRoute, resource, workspace } from '@wp/http'
import { IdString, nonBlank, pageQuery, Pagination } from '@wp/kernel'
import { z } from 'zod'

export const SampleRecord = resource('SampleRecord', {
  workspaceId: IdString,
  name: z.string(),
})
export type SampleRecord = z.output<typeof SampleRecord>

export const NewSampleRecord = z.object({ name: nonBlank(200) })
export type NewSampleRecord = z.output<typeof NewSampleRecord>

export const SampleRecordChanges = NewSampleRecord.partial()
export type SampleRecordChanges = z.output<typeof SampleRecordChanges>

const OneSampleRecord = z.object({ sampleRecord: SampleRecord })
const path = '/workspace/:workspaceId/sample-records'
const one = `${path}/:sampleRecordId` as const
const tag = { name: 'Sample records', description: 'Sample records of the workspace.' }

export const listSampleRecords = defineRoute({
  id: 'listSampleRecords',
  method: 'GET',
  path,
  summary: 'List sample records',
  description: 'Sorted by creation time, newest first.',
  tag,
  access: workspace('owner'),
  query: pageQuery,
  replies: { 200: z.object({ sampleRecords: z.array(SampleRecord), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const createSampleRecord = defineRoute({
  id: 'createSampleRecord',
  method: 'POST',
  path,
  summary: 'Create a sample record',
  tag,
  access: workspace('owner'),
  body: NewSampleRecord,
  replies: { 201: OneSampleRecord },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getSampleRecord = defineRoute({
  id: 'getSampleRecord',
  method: 'GET',
  path: one,
  summary: 'Get a sample record',
  tag,
  access: workspace('owner'),
  replies: { 200: OneSampleRecord },
  fails: [400, 401, 403, 404],
})

export const updateSampleRecord = defineRoute({
  id: 'updateSampleRecord',
  method: 'PATCH',
  path: one,
  summary: 'Update a sample record',
  tag,
  access: workspace('owner'),
  body: SampleRecordChanges,
  replies: { 200: OneSampleRecord },
  fails: [400, 401, 403, 404, 422],
})

export const deleteSampleRecord = defineRoute({
  id: 'deleteSampleRecord',
  method: 'DELETE',
  path: one,
  summary: 'Delete a sample record',
  tag,
  access: workspace('owner'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})
