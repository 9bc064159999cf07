import { defineRoute, PrintLanguage, raw, workspace } from '@wp/http'
import { z } from 'zod'
import { labPolicy, readFails } from '../lab-routes/lab-route.contract.ts'

export const getTestReport = defineRoute({
  id: 'getTestReport',
  method: 'GET',
  path: '/workspace/:workspaceId/labs/tests/:testId/report',
  summary: 'The report of a test as a page to print; marked as preliminary until the test is completed',
  tag: 'Lab tests',
  access: workspace('labs.view'),
  ...labPolicy,
  query: z.object({
    language: PrintLanguage.optional().describe("The workspace's own by default, where it is one of these"),
  }),
  replies: { 200: raw('text/html') },
  fails: readFails,
})
