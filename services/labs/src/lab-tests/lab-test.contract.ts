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
import { CouponCode } from '../coupons/coupon.contract.ts'
import { changeFails, createFails, labPolicy, readFails } from '../lab-routes/lab-route.contract.ts'
import { Evaluated, Flag } from './evaluation.contract.ts'

export const TestStatus = z.enum(['draft', 'in-progress', 'completed', 'cancelled'])
export type TestStatus = z.output<typeof TestStatus>

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

export const TestItem = z
  .object({
    id: IdString,
    analysisId: IdString,
    testName: z.string(),
    price: z.number(),
    unit: z.string().nullable(),
    resultValueNumeric: z.number().nullable(),
    ...Evaluated.shape,
    amendments: z.array(Amendment).describe('Changes after the test was completed, the oldest first'),
  })
  .meta({ id: 'LabTestItem' })
export type TestItem = z.output<typeof TestItem>

export const TestInvoice = z
  .object({ id: IdString, number: z.int().nullable(), status: z.string(), total: z.number() })
  .meta({ id: 'LabTestInvoice' })

const shown = {
  workspaceId: IdString,
  number: z.int().describe('Counted in the workspace'),
  clientId: IdString,
  clientName: z.string(),
  testDate: CalendarDateString,
  status: TestStatus,
  analysisIds: z.array(IdString),
  couponId: IdString.nullable(),
  currencyCode: z.string(),
  subtotal: z.number(),
  discount: z.number(),
  total: z.number(),
  invoiceId: IdString.nullable(),
  invoice: TestInvoice.nullable().describe('As the till has it'),
  incomeId: IdString.nullable(),
  completedAt: Timestamp.nullable(),
}

/** What events tell of a test; its results are asked for. */
export const TestState = resource('LabTestState', shown)
export const Test = resource('LabTest', { ...shown, items: z.array(TestItem) })
export type Test = z.output<typeof Test>

export const maxItems = 200

const AnalysisIds = z.array(IdString).min(1, { error: 'must name at least one analysis' }).max(maxItems)
const TestDate = DateOrTimestamp.describe('A day; a moment counts as its UTC day')

export const NewTest = z.object({
  clientId: IdString,
  testDate: TestDate,
  analysisIds: AnalysisIds,
  couponCode: CouponCode.nullable().default(null),
})
export type NewTest = z.output<typeof NewTest>

export const TestChanges = z
  .object({
    clientId: IdString,
    testDate: TestDate,
    couponCode: CouponCode.nullable().describe('null takes the coupon off'),
    status: z.literal('cancelled'),
  })
  .partial()
export type TestChanges = z.output<typeof TestChanges>

export const TestFilter = withDateRange(
  pageQuery.extend({
    clientId: IdString.optional(),
    status: TestStatus.optional(),
    number: z.coerce.number().int().min(1).optional(),
    from: DateOrTimestamp.optional().describe('By testDate, inclusive'),
    to: DateOrTimestamp.optional().describe('By testDate, inclusive'),
  }),
)
export type TestFilter = z.output<typeof TestFilter>

const OneTest = z.object({ test: Test })
const path = '/workspace/:workspaceId/labs/tests'
const one = `${path}/:testId` as const
const tag = 'Lab tests'

export const listTests = defineRoute({
  id: 'listTests',
  method: 'GET',
  path,
  summary: 'Tests, newest first; by client, status, number or date',
  tag,
  access: workspace('labs.view'),
  ...labPolicy,
  query: TestFilter,
  replies: { 200: z.object({ tests: z.array(Test), pagination: Pagination }) },
  fails: readFails,
})

export const createTest = defineRoute({
  id: 'createTest',
  method: 'POST',
  path,
  summary: 'Order analyses for a client, with a coupon or without',
  tag,
  access: workspace('labs.run'),
  ...labPolicy,
  body: NewTest,
  replies: { 201: OneTest },
  fails: createFails,
})

export const getTest = defineRoute({
  id: 'getTest',
  method: 'GET',
  path: one,
  summary: 'One test with its results',
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
  summary: 'Change client, date or coupon, or cancel; another client or date evaluates the results anew',
  description:
    'A completed or cancelled test does not change. From the first billing call on client and coupon are fixed (422 `TEST_BILLED`).',
  tag,
  access: workspace('labs.run'),
  ...labPolicy,
  body: TestChanges,
  replies: { 200: OneTest },
  fails: changeFails,
})

export const completeTest = defineRoute({
  id: 'completeTest',
  method: 'POST',
  path: `${one}/complete`,
  summary: 'Complete a test, from any state; names the items that have no result',
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
  summary: 'Order further analyses',
  tag,
  access: workspace('labs.run'),
  ...labPolicy,
  body: z.object({ analysisIds: AnalysisIds }),
  replies: { 201: OneTest },
  fails: createFails,
})

export const deleteTestItem = defineRoute({
  id: 'deleteTestItem',
  method: 'DELETE',
  path: `${one}/items/:itemId`,
  summary: 'Take an analysis off a test',
  tag,
  access: workspace('labs.run'),
  ...labPolicy,
  replies: { 204: null },
  fails: readFails,
})

const OneItem = z.object({ item: TestItem, test: Test })
const Result = z.object({ resultValueNumeric: z.number() })

export const setTestResult = defineRoute({
  id: 'setTestResult',
  method: 'PATCH',
  path: `${one}/items/:itemId/result`,
  summary: 'Enter a result: it is evaluated by the ranges, with what is known of the client now',
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
  summary: 'Correct a result of a completed test; the value before, who and why are kept',
  tag,
  access: workspace('labs.run'),
  ...labPolicy,
  idempotency: 'transaction',
  body: Result.extend({ reason: nonBlank(2000) }),
  replies: { 200: OneItem },
  fails: createFails,
})
