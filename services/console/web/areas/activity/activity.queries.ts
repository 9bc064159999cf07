import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { scheduling } from '@workspace-platform/client/scheduling'
import { storefront } from '@workspace-platform/client/storefront'
import type { Job } from '@workspace-platform/client/storefront'
import { useLiveQueries } from '../../app/live.ts'
import { identityCalls, platform } from '../../app/session.ts'
import type { toAuditFilter } from './activity-search.rules.ts'

const { getClientImportReport, getServiceImportReport } = platform.use(scheduling)
const { listJobs, getJob, getProductImportReport } = platform.use(storefront)

const pageSize = 50

/** Jobs, newest first, with live progress. */
export const useJobs = (status: Job['status'] | null) => {
  useLiveQueries('jobs', true, 'jobs')
  return useInfiniteQuery({
    queryKey: ['jobs', 'list', status],
    queryFn: ({ pageParam, signal }) =>
      listJobs({ query: { after: pageParam, limit: pageSize, ...(status && { status }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

export const useJob = (jobId: string) => {
  useLiveQueries('jobs', true, 'jobs')
  return useQuery({
    queryKey: ['jobs', 'one', jobId],
    queryFn: ({ signal }) => getJob({ params: { jobId }, signal }),
    select: ({ job }) => job,
  })
}

/** Downloads the rows that an import refused. */
export const loadReport = (kind: Job['kind'], importId: string): Promise<Blob> => {
  const params = { importId }
  if (kind === 'client-import') return getClientImportReport({ params })
  return kind === 'service-import' ? getServiceImportReport({ params }) : getProductImportReport({ params })
}

type AuditFilter = ReturnType<typeof toAuditFilter>

/** No channel carries audit entries, so the list is reloaded. */
const followMs = 15_000

/** Audit entries of the workspace, or of the whole platform for admins, newest first. */
export const useAudit = (scope: 'workspace' | 'platform', filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ['audit', scope, filter],
    queryFn: ({ pageParam, signal }) => {
      const call = scope === 'workspace' ? identityCalls.listWorkspaceAudit : identityCalls.listAudit
      return call({ query: { after: pageParam, limit: pageSize, ...filter }, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    refetchInterval: followMs,
  })

/** The emails of platform admins by their id, for their audit entries. */
export const useAdminNames = (isAllowed: boolean) =>
  useQuery({
    queryKey: ['audit', 'admins'],
    queryFn: ({ signal }) => identityCalls.listAdmins({ query: { after: '', limit: 100 }, signal }),
    select: ({ admins }) => new Map(admins.map(({ id, email }) => [id, email])),
    enabled: isAllowed,
    staleTime: 10 * 60_000,
  })
