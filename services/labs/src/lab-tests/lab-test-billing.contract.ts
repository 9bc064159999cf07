import { defineRoute, resource, workspace } from '@wp/http'
import { CalendarDateString, IdString } from '@wp/kernel'
import { z } from 'zod'
import { createFails, labPolicy } from '../lab-routes/lab-route.contract.ts'
import { LabTest, LabTestInvoice } from './lab-test.contract.ts'

export const LabTestIncome = resource('LabTestIncome', {
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
export type LabTestIncome = z.output<typeof LabTestIncome>

const Invoiced = z.object({ invoice: LabTestInvoice, test: LabTest })
const Booked = z.object({ income: LabTestIncome, test: LabTest })
const one = '/workspace/:workspaceId/labs/tests/:testId'
const tag = 'Lab tests'
const description =
  "Afterward, the test's analyses, client and coupon cannot be changed. After 503 or 504, the outcome is unknown: the service completes the call later, and repeating the request returns the same record."

export const createTestInvoice = defineRoute({
  id: 'createTestInvoice',
  method: 'POST',
  path: `${one}/invoice`,
  summary: "Create a lab test's invoice",
  description: `Creates a draft invoice in the point of sale. If the test already has an invoice that is not void, that invoice is returned with 200. ${description}`,
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
  summary: 'Book income for a lab test',
  description: `Books the invoice total as income, or the test total if there is no invoice. If the income was already booked, the existing entry is returned with 200. ${description}`,
  tag,
  access: workspace('labs.billing'),
  ...labPolicy,
  idempotency: 'saga',
  replies: { 200: Booked, 201: Booked },
  fails: createFails,
})
