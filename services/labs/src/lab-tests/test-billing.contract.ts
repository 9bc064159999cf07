import { defineRoute, resource, workspace } from '@wp/http'
import { CalendarDateString, IdString } from '@wp/kernel'
import { z } from 'zod'
import { createFails, labPolicy } from '../lab-routes/lab-route.contract.ts'
import { Test, TestInvoice } from './lab-test.contract.ts'

/** As finance has it. */
export const TestIncome = resource('LabTestIncome', {
  workspaceId: IdString,
  title: z.string(),
  amount: z.number(),
  currencyCode: z.string(),
  date: CalendarDateString,
  category: z.string().nullable(),
  account: z.string().nullable(),
  source: z.string().nullable(),
  notes: z.string().nullable(),
  receipts: z.array(z.string()),
  reference: z.object({ type: z.string(), id: z.string() }).nullable(),
  clientId: IdString.nullable(),
})
export type TestIncome = z.output<typeof TestIncome>

const Invoiced = z.object({ invoice: TestInvoice, test: Test })
const Booked = z.object({ income: TestIncome, test: Test })
const one = '/workspace/:workspaceId/labs/tests/:testId'
const tag = 'Lab tests'
const description =
  'Fixes the analyses, client and coupon of the test. 503 and 504 leave open whether it was done: it is completed by itself, and calling again answers the same.'

export const createTestInvoice = defineRoute({
  id: 'createTestInvoice',
  method: 'POST',
  path: `${one}/invoice`,
  summary:
    'Make a draft invoice of the test at the till, once until it is void: again answers the same with 200',
  description,
  tag,
  access: workspace('labs.billing'),
  ...labPolicy,
  idempotency: 'saga',
  replies: { 200: Invoiced, 201: Invoiced },
  fails: createFails,
})

export const createTestIncome = defineRoute({
  id: 'createTestIncome',
  method: 'POST',
  path: `${one}/income`,
  summary:
    "Book the invoice's total, or the test's where there is none, as income, once: again answers the same with 200",
  description,
  tag,
  access: workspace('labs.billing'),
  ...labPolicy,
  idempotency: 'saga',
  replies: { 200: Booked, 201: Booked },
  fails: createFails,
})
