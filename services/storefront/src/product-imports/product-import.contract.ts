import { defineRoute, raw, workspace } from '@wp/http'
import { importDescription, importQuery, importUpload } from '@wp/imports'
import { z } from 'zod'
import { Job } from '../workflow-jobs/workflow-job.contract.ts'

const path = '/workspace/:workspaceId/storefront/products/import'
const tag = 'Storefront products'

export const importProducts = defineRoute({
  id: 'importProducts',
  method: 'POST',
  path,
  summary: 'Import products from a file',
  description: importDescription,
  tag,
  access: workspace('store.manage'),
  rate: 'large',
  idempotency: 'transaction',
  upload: importUpload,
  query: importQuery('externalId'),
  replies: { 202: z.object({ job: Job }) },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getProductImportReport = defineRoute({
  id: 'getProductImportReport',
  method: 'GET',
  path: `${path}/:importId/report`,
  summary: 'Download the refused rows of a product import',
  description: 'Available for the last five imports, for 30 days. The header of a CSV file is row 1.',
  tag,
  access: workspace('store.view'),
  replies: { 200: raw('text/csv') },
  fails: [400, 401, 403, 404],
})
