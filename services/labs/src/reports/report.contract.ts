import { defineRoute, PrintLanguage, raw, workspace } from '@wp/http'
import { z } from 'zod'
import { labPolicy, readFails } from '../lab-routes/lab-route.contract.ts'

export const getTestReport = defineRoute({
  id: 'getTestReport',
  method: 'GET',
  path: '/workspace/:workspaceId/labs/tests/:testId/report',
  summary: "Get a lab test's report",
  description: 'Returns a printable page, which is marked as preliminary until the test is completed.',
  tag: 'Lab tests',
  access: workspace('labs.view'),
  ...labPolicy,
  query: z.object({
    language: PrintLanguage.optional().describe(
      "Defaults to the workspace's language if it is supported, otherwise to English",
    ),
  }),
  replies: { 200: raw('text/html') },
  fails: readFails,
})
