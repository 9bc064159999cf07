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
  ageFrom: Age.describe('Completed units on the day of the test, inclusive; null for no bound'),
  ageTo: Age.describe('Inclusive; null for no bound'),
  ageUnit: AgeUnit,
  lowLimit: Limit.describe('Belongs to normal; null for no bound'),
  highLimit: Limit.describe('Belongs to normal; null for no bound'),
  criticalLow: Limit.describe('Critical is what lies below'),
  criticalHigh: Limit.describe('Critical is what lies above'),
  resultNotes: z
    .array(ResultNote)
    .max(50)
    .describe('Those whose condition holds go with the result, in order'),
  priority: z.int().min(-1_000_000).max(1_000_000).describe('Of several ranges that match the lowest counts'),
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
  summary: 'Add a reference range to an analysis; ranges may overlap',
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
  summary: 'Change a reference range; results that were evaluated by it stay as they are',
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
  summary: 'Remove a reference range',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  replies: { 204: null },
  fails: readFails,
})
