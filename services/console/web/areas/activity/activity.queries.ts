import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { adminBilling } from '@workspace-platform/client/admin-billing'
import { scheduling } from '@workspace-platform/client/scheduling'
import { storefront } from '@workspace-platform/client/storefront'
import type { Job } from '@workspace-platform/client/storefront'
import { webhooks } from '@workspace-platform/client/webhooks'
import { useMemo } from 'react'
import { useAdminEmails } from '../../app/admin-emails.ts'
import { useLiveQueries } from '../../app/live.ts'
import { loadPages } from '../../app/load-pages.ts'
import { identityCalls, platform } from '../../app/session.ts'
import type { toAuditFilter } from './activity-search.rules.ts'
import type { TargetNames } from './audit.rules.ts'

const { getClientImportReport, getServiceImportReport, listStaff } = platform.use(scheduling)
const { listWebhookEndpoints } = platform.use(webhooks)
const { listPlans } = platform.use(adminBilling)
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

const namesStayMs = 10 * 60_000

const byId = <Item extends { id: string }>(items: readonly Item[], nameOf: (item: Item) => string) =>
  new Map(items.map((item) => [item.id, nameOf(item)]))

/** The names of the records that the audit log mentions most. */
export const useTargetNames = (scope: 'workspace' | 'platform'): TargetNames => {
  const isOwn = scope === 'workspace'
  const { data: staff } = useQuery({
    queryKey: ['audit', 'staff'],
    queryFn: ({ signal }) =>
      loadPages(async (after) => {
        const page = await listStaff({ query: { after, limit: pageSize }, signal })
        return { items: page.staff, next: page.pagination.nextCursor ?? null }
      }),
    select: (items) => byId(items, ({ name }) => name),
    enabled: isOwn,
    staleTime: namesStayMs,
  })
  const { data: roles } = useQuery({
    queryKey: ['audit', 'roles'],
    queryFn: ({ signal }) => identityCalls.listRoles({ query: { after: '', limit: 100 }, signal }),
    select: (page) => byId(page.roles, ({ name }) => name),
    enabled: isOwn,
    staleTime: namesStayMs,
  })
  const { data: keys } = useQuery({
    queryKey: ['audit', 'api-keys'],
    queryFn: ({ signal }) => identityCalls.listApiKeys({ query: { after: '', limit: 100 }, signal }),
    select: (page) => byId(page.apiKeys, ({ name }) => name),
    enabled: isOwn,
    staleTime: namesStayMs,
  })
  const { data: endpoints } = useQuery({
    queryKey: ['audit', 'webhook-endpoints'],
    queryFn: ({ signal }) => listWebhookEndpoints({ query: { limit: 100 }, signal }),
    select: (page) => byId(page.webhookEndpoints, ({ url }) => url),
    enabled: isOwn,
    staleTime: namesStayMs,
  })
  const { data: plans } = useQuery({
    queryKey: ['audit', 'plans'],
    queryFn: ({ signal }) => listPlans({ query: { after: '', limit: 100 }, signal }),
    select: (page) => byId(page.plans, ({ name }) => name),
    enabled: !isOwn,
    staleTime: namesStayMs,
  })
  const { data: admins } = useAdminEmails(!isOwn)
  return useMemo(
    () => ({
      ...(staff && { staff }),
      ...(roles && { role: roles }),
      ...(keys && { 'api-key': keys }),
      ...(endpoints && { 'webhook-endpoint': endpoints }),
      ...(plans && { plan: plans }),
      ...(admins && { admin: admins, account: admins }),
    }),
    [staff, roles, keys, endpoints, plans, admins],
  )
}
