import { defineRoute, ErrorEnvelope, open, raw, workspace } from '@wp/http'
import { EmailAddress } from '@wp/kernel'
import { Language } from '@wp/texts'
import { z } from 'zod'
import { createFails, labPolicy } from '../lab-routes/lab-route.contract.ts'

export const ReportRecipient = z.object({
  email: EmailAddress.optional().describe("Defaults to the client's email address and phone number"),
  language: Language.optional().describe("Defaults to the client's language"),
})
export type ReportRecipient = z.output<typeof ReportRecipient>

export const sendTestReport = defineRoute({
  id: 'sendTestReport',
  method: 'POST',
  path: '/workspace/:workspaceId/labs/tests/:testId/send-report',
  summary: "Send a lab test's report",
  description:
    'Sends the client a link that works for 14 days. To open the report, the client enters their date of birth, so the test must be completed and the client must have one. Every call sends another message, unless it repeats an `Idempotency-Key`.',
  tag: 'Lab tests',
  access: workspace('labs.run'),
  ...labPolicy,
  idempotency: 'transaction',
  body: ReportRecipient,
  replies: {
    202: z.object({
      recipient: z.object({ email: z.string().nullable(), phone: z.string().nullable() }),
    }),
  },
  fails: createFails,
})

const html = raw('text/html')
const refusal = [ErrorEnvelope, html] as const
const path = '/public/lab-reports/:token'
const tag = 'Public lab reports'

export const getPublicReport = defineRoute({
  id: 'getPublicReport',
  method: 'GET',
  path,
  summary: 'Get the page that asks for the date of birth',
  tag,
  access: open(),
  rate: 'auth',
  replies: { 200: html, 404: refusal },
  fails: [],
})

export const openPublicReport = defineRoute({
  id: 'openPublicReport',
  method: 'POST',
  path,
  summary: 'Open a lab report',
  description:
    'Accepts a form with `dateOfBirth` (`YYYY-MM-DD`) and returns the report as a printable page. After 5 wrong dates, the link stops working.',
  tag,
  access: open(),
  rate: 'auth',
  rawBody: true,
  bodyLimit: 4096,
  replies: { 200: html, 404: refusal, 422: refusal },
  fails: [],
})
