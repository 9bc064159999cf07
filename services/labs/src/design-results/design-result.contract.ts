import { defineRoute, resource, workspace } from '@wp/http'
import { IdString, nonBlank, QueryBoolean, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { Condition } from '../analyses/range.contract.ts'
import { changeFails, labPolicy, readFails } from '../lab-routes/lab-route.contract.ts'

const Row = z.object({
  analysisId: IdString.optional(),
  label: nonBlank(200).describe('Identifies the row in rules and values; must be unique within the design'),
  unit: nonBlank(50).optional(),
  kind: z.enum(['numeric', 'text', 'choice']),
  options: z.array(nonBlank(200)).max(100).optional().describe('Required for choice rows'),
})
export type Row = z.output<typeof Row>

const Section = z.object({ title: nonBlank(200), rows: z.array(Row).max(200) })
const CommentRule = z.object({
  when: z.object({ row: z.string(), condition: Condition, value: z.number() }),
  comment: nonBlank(2000),
})
const CalculationRule = z.object({
  target: z.string().describe('The label of the calculated row'),
  expression: nonBlank(1000).describe(
    'Row labels and numbers, combined with + − × ÷ (or - * /) and parentheses',
  ),
})

const fields = {
  sections: z.array(Section).max(50),
  commentRules: z.array(CommentRule).max(200),
  calculationsRules: z.array(CalculationRule).max(200),
}

export const DesignResult = resource('LabDesignResult', {
  workspaceId: IdString,
  testId: z.int().describe("The test's number in the external catalog; not the id or number of a lab test"),
  ...fields,
  deletedAt: Timestamp.nullable(),
})
export type DesignResult = z.output<typeof DesignResult>

export const Design = z.object({
  sections: fields.sections,
  commentRules: fields.commentRules.default([]),
  calculationsRules: fields.calculationsRules.default([]),
})
export type Design = z.output<typeof Design>

export const ValueReason = z.enum(['MISSING_VALUE', 'DIVISION_BY_ZERO', 'TOO_LARGE'])
export type ValueReason = z.output<typeof ValueReason>

const params = z.object({
  testId: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, { error: 'must be a positive whole number' })
    .transform(Number)
    .refine(Number.isSafeInteger, { error: `must be at most ${Number.MAX_SAFE_INTEGER}` }),
})
const OneDesign = z.object({ designResult: DesignResult })
const path = '/workspace/:workspaceId/labs/tests/:testId/design-result'
const tag = 'Lab design results'

export const getDesignResult = defineRoute({
  id: 'getDesignResult',
  method: 'GET',
  path,
  summary: 'Get a design result',
  description:
    "Returns the layout for a test's results. `testId` is the test's number in the external catalogue.",
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  params,
  query: z.object({
    fetchFromExternal: QueryBoolean.default(false).describe(
      'Fetches the design from the external catalog and stores it if it is not stored yet',
    ),
  }),
  replies: { 200: OneDesign },
  fails: readFails,
})

export const putDesignResult = defineRoute({
  id: 'putDesignResult',
  method: 'PUT',
  path,
  summary: 'Replace a design result',
  description:
    'Rules that can never be evaluated are rejected. A design can have at most 1,000 rows and 8,000 characters of expressions in total.',
  tag,
  access: workspace('labs.manage'),
  ...labPolicy,
  params,
  body: Design,
  replies: { 200: OneDesign },
  fails: changeFails,
})

export const evaluateDesignResult = defineRoute({
  id: 'evaluateDesignResult',
  method: 'POST',
  path: `${path}/evaluate`,
  summary: 'Evaluate a design result',
  description: 'Calculates rows and returns the comments that apply. Nothing is stored.',
  tag,
  access: workspace('labs.run'),
  ...labPolicy,
  params,
  body: z.object({ values: z.record(z.string(), z.number()).describe('Values by row label') }),
  replies: {
    200: z.object({
      values: z.record(z.string(), z.number().nullable()).describe('Given and calculated values'),
      comments: z.array(z.string()),
      reasons: z.record(z.string(), ValueReason).describe('Why a calculated value is null, by row label'),
    }),
  },
  fails: changeFails,
})
