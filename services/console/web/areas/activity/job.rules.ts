import type { Job } from '@workspace-platform/client/storefront'
import type { Tone } from '../../ui/badge.tsx'

export const jobStatuses = ['pending', 'processing', 'done', 'failed'] as const

export const jobTones: Record<Job['status'], Tone> = {
  pending: 'neutral',
  processing: 'accent',
  done: 'ok',
  failed: 'bad',
}

export type ImportResult = {
  created: number
  updated: number
  refused: number
  isDryRun: boolean
  importId: string | null
}

/** Returns what an import has done; null for other jobs and until it has ended. */
export const importResultOf = ({ meta }: Pick<Job, 'meta'>): ImportResult | null => {
  const { created, updated, refused, dryRun, reportUrl } = meta ?? {}
  if (typeof created !== 'number' || typeof updated !== 'number' || typeof refused !== 'number') return null
  const [, importId = null] = /\/import\/([^/]+)\/report/.exec(String(reportUrl)) ?? []
  return { created, updated, refused, isDryRun: dryRun === true, importId }
}

/** Returns the permission that the report of an import requires. */
export const reportPermissionOf = (kind: Job['kind']): string =>
  ({
    'client-import': 'clients.view',
    'service-import': 'services.view',
    'product-import': 'store.view',
    'product-marketing-post': 'store.view',
  })[kind]
