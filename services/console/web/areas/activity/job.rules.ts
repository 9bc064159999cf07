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

/** Returns the result of an import; null for other jobs and until the import has ended. */
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

const steps = ['Waiting', 'Checking', 'Importing', 'Completed', 'Failed', 'call'] as const

/** Returns the step if the platform wrote it; workflows write their own texts. */
export const knownStep = (step: string): (typeof steps)[number] | null =>
  steps.find((each) => each === step) ?? null

/** Returns how many rows an import has, and how many of them are done, from the platform's progress text. */
export const rowsIn = (message: string): { rows: number; done: number | null } | null => {
  const [, done, of] = /^(?:(\d+) of )?(\d+) rows?$/.exec(message) ?? []
  if (of !== undefined) return { rows: Number(of), done: done === undefined ? null : Number(done) }
  const [, total] = /^\d+ created, \d+ updated, \d+ refused of (\d+) rows?$/.exec(message) ?? []
  return total === undefined ? null : { rows: Number(total), done: null }
}

const importFailures = {
  'The import could not start; send the file again': 'notStarted',
  'The import stopped because of an internal error': 'stopped',
} as const

/** Returns why an import failed, from the platform's message; null for other messages. */
export const importFailureIn = (message: string): 'notStarted' | 'stopped' | null =>
  Object.entries(importFailures).find(([known]) => known === message)?.[1] ?? null
