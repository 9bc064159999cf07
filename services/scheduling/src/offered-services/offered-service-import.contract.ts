import { defineRoute, raw, workspace } from '@wp/http'
import { importDescription, importQuery, importUpload } from '@wp/imports'
import { Job } from '@wp/storefront/contract'
import { z } from 'zod'

const path = '/workspace/:workspaceId/services/import'
const tag = 'Services'

export const importServices = defineRoute({
  id: 'importServices',
  method: 'POST',
  path,
  summary: 'Import services from a file',
  description: importDescription,
  tag,
  access: workspace('services.manage'),
  rate: 'large',
  idempotency: 'transaction',
  upload: importUpload,
  query: importQuery('externalId'),
  replies: { 202: z.object({ job: Job }) },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getServiceImportReport = defineRoute({
  id: 'getServiceImportReport',
  method: 'GET',
  path: `${path}/:importId/report`,
  summary: 'Download the refused rows of a service import',
  description: 'Available for the last five imports, for 30 days. The header of a CSV file is row 1.',
  tag,
  access: workspace('services.view'),
  replies: { 200: raw('text/csv') },
  fails: [400, 401, 403, 404],
})
