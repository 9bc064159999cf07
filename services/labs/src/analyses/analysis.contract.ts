import { defineRoute, resource, workspace } from '@wp/http'
import { decimal, IdString, nonBlank, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import {
  changeFails,
  createFails,
  DeletableQuery,
  labPolicy,
  readFails,
} from '../lab-routes/lab-route.contract.ts'
import { Range } from './range.contract.ts'

export const Analysis = resource('LabAnalysis', {
  workspaceId: IdString,
  testName: z.string(),
  reportName: z.string().describe('The name shown in reports'),
  billName: z.string().describe('The name shown on invoices'),
  price: z.number().describe('Includes tax'),
  taxRateId: IdString.nullable(),
  unitId: IdString.nullable(),
  unit: z.string().nullable().describe("The unit's title"),
  ranges: z.array(Range),
  deletedAt: Timestamp.nullable().describe('When the analysis was deactivated; null if it is active'),
})
export type Analysis = z.output<typeof Analysis>

const fields = {
  testName: nonBlank(200),
  reportName: nonBlank(200),
  billName: nonBlank(200),
  price: decimal(4).min(0).max(1_000_000_000),
  taxRateId: IdString.nullable().describe('An active tax rate of the workspace'),
  unitId: IdString.nullable(),
}

export const NewAnalysis = z.object({
  ...fields,
  reportName: fields.reportName.optional().describe('Defaults to the test name'),
  billName: fields.billName.optional().describe('Defaults to the test name'),
  price: fields.price.default(0),
  taxRateId: fields.taxRateId.default(null),
  unitId: fields.unitId.default(null),
})
export type NewAnalysis = z.output<typeof NewAnalysis>

export const AnalysisChanges = z.object(fields).partial()
export type AnalysisChanges = z.output<typeof AnalysisChanges>

export const AnalysisFilter = DeletableQuery.extend({
  search: nonBlank(100)
    .optional()
    .describe('Matches the beginning of words in the names; all search words must match'),
})
export type AnalysisFilter = z.output<typeof AnalysisFilter>

const OneAnalysis = z.object({ analysis: Analysis })
const path = '/workspace/:workspaceId/labs/analyses'
const one = `${path}/:analysisId` as const
const tag = 'Lab analyses'

export const listAnalyses = defineRoute({
  id: 'listAnalyses',
  method: 'GET',
  path,
  summary: 'List analyses',
  description: 'Sorted by creation time, newest first. Search matches the beginning of words in the names.',
  tag,
  access: workspace('labs.view'),
  ...labPolicy,
  query: AnalysisFilter,
  replies: { 200: z.object({ analyses: z.array(Analysis), pagination: Pagination }) },
  fails: readFails,
})

export const createAnalysis = defineRoute({
  id: 'createAnalysis',
  method: 'POST',
  path,
  summary: 'Create an analysis',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  body: NewAnalysis,
  replies: { 201: OneAnalysis },
  fails: createFails,
})

export const getAnalysis = defineRoute({
  id: 'getAnalysis',
  method: 'GET',
  path: one,
  summary: 'Get an analysis',
  description: 'Includes its ranges. Deactivated analyses are returned too.',
  tag,
  access: workspace('labs.view'),
  ...labPolicy,
  replies: { 200: OneAnalysis },
  fails: readFails,
})

export const updateAnalysis = defineRoute({
  id: 'updateAnalysis',
  method: 'PATCH',
  path: one,
  summary: 'Update an analysis',
  description: 'Existing lab tests keep the previous names, unit and price.',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  body: AnalysisChanges,
  replies: { 200: OneAnalysis },
  fails: changeFails,
})

export const deactivateAnalysis = defineRoute({
  id: 'deactivateAnalysis',
  method: 'POST',
  path: `${one}/deactivate`,
  summary: 'Deactivate an analysis',
  description:
    'The analysis is hidden from the list and can no longer be ordered. Has no effect if it is already deactivated.',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  replies: { 200: OneAnalysis },
  fails: readFails,
})

export const restoreAnalysis = defineRoute({
  id: 'restoreAnalysis',
  method: 'POST',
  path: `${one}/restore`,
  summary: 'Restore an analysis',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  replies: { 200: OneAnalysis },
  fails: readFails,
})
