import { defineRoute, workspace } from '@wp/http'
import { IdString, nonBlank } from '@wp/kernel'
import { z } from 'zod'
import { changeFails, createFails, labPolicy, readFails } from '../lab-routes/lab-route.contract.ts'

export const RangeGender = z.enum(['male', 'female', 'both'])
export const AgeUnit = z.enum(['days', 'months', 'years'])
export type AgeUnit = z.output<typeof AgeUnit>
export const Condition = z.enum(['>=', '<=', '=', '>', '<'])
export type Condition = z.output<typeof Condition>

export const ResultNote = z.object({ condition: Condition, value: z.number(), note: nonBlank(2000) })

const Age = z.int().min(0).max(100_000).nullable()
const Limit = z.number().nullable()

const fields = {
  gender: RangeGender,
  ageFrom: Age.describe('Minimum age in completed units on the test date, inclusive; null for no minimum'),
  ageTo: Age.describe('Maximum age in completed units on the test date, inclusive; null for no maximum'),
  ageUnit: AgeUnit,
  lowLimit: Limit.describe('Lowest normal value, inclusive; null for no limit'),
  highLimit: Limit.describe('Highest normal value, inclusive; null for no limit'),
  criticalLow: Limit.describe('Lower values are critical; null for no limit'),
  criticalHigh: Limit.describe('Higher values are critical; null for no limit'),
  resultNotes: z
    .array(ResultNote)
    .max(50)
    .describe('Notes whose condition is met are added to the result, in this order'),
  priority: z
    .int()
    .min(-1_000_000)
    .max(1_000_000)
    .describe('If several ranges match, the one with the lowest number is used'),
}

export const Range = z.object({ id: IdString, ...fields }).meta({ id: 'LabRange' })
export type Range = z.output<typeof Range>

export const NewRange = z.object({
  gender: RangeGender.default('both'),
  ageFrom: fields.ageFrom.default(null),
  ageTo: fields.ageTo.default(null),
  ageUnit: AgeUnit.default('years'),
  lowLimit: fields.lowLimit.default(null),
  highLimit: fields.highLimit.default(null),
  criticalLow: fields.criticalLow.default(null),
  criticalHigh: fields.criticalHigh.default(null),
  resultNotes: fields.resultNotes.default([]),
  priority: fields.priority.default(0),
})
export type NewRange = z.output<typeof NewRange>

export const RangeChanges = z.object(fields).partial()
export type RangeChanges = z.output<typeof RangeChanges>

const OneRange = z.object({ range: Range })
const path = '/workspace/:workspaceId/labs/analyses/:analysisId/ranges'
const one = `${path}/:rangeId` as const
const tag = 'Lab analyses'

export const createRange = defineRoute({
  id: 'createRange',
  method: 'POST',
  path,
  summary: 'Add a reference range to an analysis',
  description: 'Ranges may overlap; `priority` decides which range is used.',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  body: NewRange,
  replies: { 201: OneRange },
  fails: createFails,
})

export const updateRange = defineRoute({
  id: 'updateRange',
  method: 'PATCH',
  path: one,
  summary: 'Update a reference range',
  description: 'Existing evaluations do not change.',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  body: RangeChanges,
  replies: { 200: OneRange },
  fails: changeFails,
})

export const deleteRange = defineRoute({
  id: 'deleteRange',
  method: 'DELETE',
  path: one,
  summary: 'Delete a reference range',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  replies: { 204: null },
  fails: readFails,
})
