import { defineRoute, raw, workspace } from '@wp/http'
import { Language } from '@wp/texts'
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
    language: Language.optional().describe("Defaults to the first of the workspace's languages"),
  }),
  replies: { 200: raw('text/html') },
  fails: readFails,
})
