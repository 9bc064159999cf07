import { defineRoute, raw, workspace } from '@wp/http'
import { importDescription, importQuery, importUpload } from '@wp/imports'
import { Job } from '@wp/storefront/contract'
import { z } from 'zod'

const path = '/workspace/:workspaceId/clients/import'
const tag = 'Clients'

export const importClients = defineRoute({
  id: 'importClients',
  method: 'POST',
  path,
  summary: 'Import clients from a file',
  description: importDescription,
  tag,
  access: workspace('clients.manage'),
  rate: 'large',
  idempotency: 'transaction',
  upload: importUpload,
  query: importQuery('externalId', 'email'),
  replies: { 202: z.object({ job: Job }) },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getClientImportReport = defineRoute({
  id: 'getClientImportReport',
  method: 'GET',
  path: `${path}/:importId/report`,
  summary: 'Download the refused rows of a client import',
  description: 'Available for the last five imports, for 30 days. The header of a CSV file is row 1.',
  tag,
  access: workspace('clients.view'),
  replies: { 200: raw('text/csv') },
  fails: [400, 401, 403, 404],
})
