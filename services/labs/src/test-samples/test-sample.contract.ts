import { defineRoute, resource, workspace } from '@wp/http'
import { IdString, pageQuery, Pagination } from '@wp/kernel'
import { z } from 'zod'

/** A specimen type. Seeding again does not change its code. */
export const TestSample = resource('TestSample', {
  workspaceId: IdString,
  code: z.string(),
  name: z.string(),
  nameAr: z.string(),
  tube: z.string().nullable().describe('Tube or container'),
  tubeColor: z.string().nullable().describe('Cap color'),
  volumeMl: z.number().nullable(),
  handling: z.string().nullable(),
  handlingAr: z.string().nullable(),
})
export type TestSample = z.output<typeof TestSample>

const path = '/workspace/:workspaceId/labs/test-samples'
const tag = 'Lab samples'

export const listTestSamples = defineRoute({
  id: 'listTestSamples',
  method: 'GET',
  path,
  summary: 'List test samples',
  description: 'Sorted by creation time, newest first.',
  tag,
  access: workspace('labs.view'),
  badId: 422,
  invalid: 422,
  query: pageQuery,
  replies: { 200: z.object({ testSamples: z.array(TestSample), pagination: Pagination }) },
  fails: [401, 403, 404, 422],
})

export const seedTestSamples = defineRoute({
  id: 'seedTestSamples',
  method: 'POST',
  path: `${path}/seed`,
  summary: 'Seed the standard test samples',
  description: 'Overwrites existing samples with the same code and adds missing ones.',
  tag,
  access: workspace('labs.manage', { subscription: 'required' }),
  badId: 422,
  replies: { 200: z.object({ success: z.boolean(), count: z.int(), message: z.string() }) },
  fails: [401, 403, 404, 422],
})
