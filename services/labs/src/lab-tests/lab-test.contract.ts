import { defineRoute, resource, withDateRange, workspace } from '@wp/http'
import {
  CalendarDateString,
  DateOrTimestamp,
  IdString,
  nonBlank,
  pageQuery,
  Pagination,
  Timestamp,
} from '@wp/kernel'
import { z } from 'zod'
import { labsErrors } from '../errors.ts'
import { CouponCode } from '../coupons/coupon.contract.ts'
import { changeFails, createFails, labPolicy, readFails } from '../lab-routes/lab-route.contract.ts'
import { Evaluated, Flag } from './evaluation.contract.ts'

export const LabTestStatus = z.enum(['draft', 'in-progress', 'completed', 'cancelled'])
export type LabTestStatus = z.output<typeof LabTestStatus>

export const Amendment = z
  .object({
    previousValueNumeric: z.number().nullable(),
    previousFlag: Flag.nullable(),
    resultValueNumeric: z.number(),
    reason: z.string(),
    amendedBy: IdString,
    amendedAt: Timestamp,
  })
  .meta({ id: 'LabAmendment' })

export const LabTestItem = z
  .object({
    id: IdString,
    analysisId: IdString,
    testName: z.string(),
    price: z.number(),
    unit: z.string().nullable(),
    resultValueNumeric: z.number().nullable(),
    ...Evaluated.shape,
    amendments: z.array(Amendment).describe('Changes made after the test was completed, oldest first'),
  })
  .meta({ id: 'LabTestItem' })
export type LabTestItem = z.output<typeof LabTestItem>

export const LabTestInvoice = z
  .object({ id: IdString, number: z.int().nullable(), status: z.string(), total: z.number() })
  .meta({ id: 'LabTestInvoice' })

export const LabTest = resource('LabTest', {
  workspaceId: IdString,
  number: z.int().describe('Sequential within the workspace'),
  clientId: IdString,
  clientName: z.string(),
  testDate: CalendarDateString,
  status: LabTestStatus,
  analysisIds: z.array(IdString),
  couponId: IdString.nullable(),
  currencyCode: z.string(),
  subtotal: z.number(),
  discount: z.number(),
  total: z.number(),
  invoiceId: IdString.nullable(),
  invoice: LabTestInvoice.nullable().describe("The invoice's latest known state in the point of sale"),
  incomeId: IdString.nullable(),
  completedAt: Timestamp.nullable(),
  items: z.array(LabTestItem),
})
export type LabTest = z.output<typeof LabTest>

export const maxItems = 200

const AnalysisIds = z.array(IdString).min(1, { error: 'must contain at least one analysis' }).max(maxItems)
const TestDate = DateOrTimestamp.describe('A date, or a timestamp that is converted to its UTC date')

export const NewLabTest = z.object({
  clientId: IdString,
  testDate: TestDate,
  analysisIds: AnalysisIds,
  couponCode: CouponCode.nullable().default(null),
})
export type NewLabTest = z.output<typeof NewLabTest>

export const LabTestChanges = z
  .object({
    clientId: IdString,
    testDate: TestDate,
    couponCode: CouponCode.nullable().describe('Null removes the coupon'),
    status: z.literal('cancelled'),
  })
  .partial()
export type LabTestChanges = z.output<typeof LabTestChanges>

export const LabTestFilter = withDateRange(
  pageQuery.extend({
    clientId: IdString.optional(),
    status: LabTestStatus.optional(),
    number: z.coerce.number().int().min(1).optional(),
    from: DateOrTimestamp.optional().describe('First testDate, inclusive'),
    to: DateOrTimestamp.optional().describe('Last testDate, inclusive'),
  }),
)
export type LabTestFilter = z.output<typeof LabTestFilter>

const OneTest = z.object({ test: LabTest })
const path = '/workspace/:workspaceId/labs/tests'
const one = `${path}/:testId` as const
const tag = 'Lab tests'

export const listTests = defineRoute({
  id: 'listTests',
  method: 'GET',
  path,
  summary: 'List lab tests',
  description:
    'Sorted by creation time, newest first, or with `from` or `to` by test date, latest first. Can be filtered by client, status, number and test date.',
  tag,
  access: workspace('labs.view'),
  ...labPolicy,
  query: LabTestFilter,
  replies: { 200: z.object({ tests: z.array(LabTest), pagination: Pagination }) },
  fails: readFails,
})

export const createTest = defineRoute({
  id: 'createTest',
  method: 'POST',
  path,
  summary: 'Create a lab test',
  description:
    "Orders analyses for a client. Names, units, prices and the coupon's terms are copied into the test.",
  tag,
  access: workspace('labs.run'),
  ...labPolicy,
  body: NewLabTest,
  replies: { 201: OneTest },
  fails: createFails,
})

export const getTest = defineRoute({
  id: 'getTest',
  method: 'GET',
  path: one,
  summary: 'Get a lab test',
  tag,
  access: workspace('labs.view'),
  ...labPolicy,
  replies: { 200: OneTest },
  fails: readFails,
})

export const updateTest = defineRoute({
  id: 'updateTest',
  method: 'PATCH',
  path: one,
  summary: 'Update a lab test',
  description:
    'Changes the client, date or coupon, or cancels the test. A different client or date re-evaluates all results. A completed or cancelled test cannot be changed. After the first billing call, the client and the coupon cannot be changed (422 `TEST_BILLED`).',
  tag,
  access: workspace('labs.run'),
  ...labPolicy,
  body: LabTestChanges,
  replies: { 200: OneTest },
  fails: changeFails,
  errors: [labsErrors.TEST_BILLED],
})

export const completeTest = defineRoute({
  id: 'completeTest',
  method: 'POST',
  path: `${one}/complete`,
  summary: 'Complete a lab test',
  description: 'Allowed in any status. `missingResults` lists the items without a result.',
  tag,
  access: workspace('labs.run'),
  ...labPolicy,
  replies: {
    200: OneTest.extend({ missingResults: z.array(z.object({ itemId: IdString, testName: z.string() })) }),
  },
  fails: readFails,
})

export const addTestItems = defineRoute({
  id: 'addTestItems',
  method: 'POST',
  path: `${one}/items`,
  summary: 'Add analyses to a lab test',
  tag,
  access: workspace('labs.run'),
  ...labPolicy,
  body: z.object({ analysisIds: AnalysisIds }),
  replies: { 201: OneTest },
  fails: createFails,
  errors: [labsErrors.TEST_BILLED],
})

export const deleteTestItem = defineRoute({
  id: 'deleteTestItem',
  method: 'DELETE',
  path: `${one}/items/:itemId`,
  summary: 'Remove an analysis from a lab test',
  tag,
  access: workspace('labs.run'),
  ...labPolicy,
  replies: { 204: null },
  fails: readFails,
  errors: [labsErrors.TEST_BILLED],
})

const OneItem = z.object({ item: LabTestItem, test: LabTest })
const Result = z.object({ resultValueNumeric: z.number() })

export const setTestResult = defineRoute({
  id: 'setTestResult',
  method: 'PATCH',
  path: `${one}/items/:itemId/result`,
  summary: 'Record a result',
  description: "Evaluates the result against the analysis's ranges and the client's current data.",
  tag,
  access: workspace('labs.run'),
  ...labPolicy,
  body: Result,
  replies: { 200: OneItem },
  fails: changeFails,
})

export const amendTestResult = defineRoute({
  id: 'amendTestResult',
  method: 'POST',
  path: `${one}/items/:itemId/amend`,
  summary: 'Amend a result in a completed lab test',
  description: 'The previous value, the author and the reason are stored.',
  tag,
  access: workspace('labs.run'),
  ...labPolicy,
  idempotency: 'transaction',
  body: Result.extend({ reason: nonBlank(2000) }),
  replies: { 200: OneItem },
  fails: createFails,
})
