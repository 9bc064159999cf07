import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { adminBilling } from '@workspace-platform/client/admin-billing'
import type { AdminBillingRoutes } from '@workspace-platform/client/admin-billing'
import { gateway } from '@workspace-platform/client/gateway'
import { useCallback } from 'react'
import { useAdminEmails } from '../../app/admin-emails.ts'
import { mayAdminister } from '../../app/admin.rules.ts'
import { loadPages } from '../../app/load-pages.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { identityCalls, platform, useMember } from '../../app/session.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { nameIn } from './offers.rules.ts'

export const billingCalls = platform.use(adminBilling)
const { getHealth } = platform.use(gateway)

/** Reloads everything in this area after a change, because most of it is interdependent. */
export const reloadPlatform = (): Promise<void> => reloadQueries(['platform'])

/** There are no live channels for platform admins, so screens that other users change are reloaded. */
const followMs = 10_000
const pageSize = 50

type Paged = { pagination: { nextCursor?: string | null | undefined } }
type Page = { after: string; limit: number }

const usePages = <Reply extends Paged>(
  key: readonly unknown[],
  load: (page: Page, signal: AbortSignal) => Promise<Reply>,
  refetchInterval: number | false = false,
) =>
  useInfiniteQuery({
    queryKey: ['platform', ...key],
    queryFn: ({ pageParam, signal }) => load({ after: pageParam, limit: pageSize }, signal),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    refetchInterval,
  })

type Query<Name extends keyof AdminBillingRoutes> = AdminBillingRoutes[Name] extends { query?: infer Type }
  ? Omit<NonNullable<Type>, 'page' | 'limit' | 'after'>
  : never

export type WorkspaceFilter = Query<'listAdminWorkspaces'>
export type PaymentFilter = Query<'listPayments'>
export type ExpenseFilter = Query<'listPlatformExpenses'>
export type WebhookFilter = Query<'listWebhooks'>

export const useOverview = () =>
  useQuery({
    queryKey: ['platform', 'overview'],
    queryFn: ({ signal }) => billingCalls.getDashboardOverview({ signal }),
    refetchInterval: followMs,
  })

export type Metric = AdminBillingRoutes['getDashboardTimeseries']['query']['metric']

export const useSeries = (metric: Metric, from: string, to: string) =>
  useQuery({
    queryKey: ['platform', 'series', metric, from, to],
    queryFn: ({ signal }) => billingCalls.getDashboardTimeseries({ query: { metric, from, to }, signal }),
    select: ({ series }) => series,
    refetchInterval: followMs,
  })

export const useWorkspaces = (filter: WorkspaceFilter) =>
  usePages(['workspaces', filter], (page, signal) =>
    billingCalls.listAdminWorkspaces({ query: { ...page, ...filter }, signal }),
  )

/** The number of workspaces that match; pages by cursor do not contain it. */
export const useWorkspaceCount = (filter: WorkspaceFilter) =>
  useQuery({
    queryKey: ['platform', 'workspace-count', filter],
    queryFn: ({ signal }) =>
      billingCalls.listAdminWorkspaces({ query: { page: 1, limit: 1, ...filter }, signal }),
    select: ({ pagination }) => pagination.total ?? null,
  })

export const useWorkspace = (workspaceId: string) =>
  useQuery({
    queryKey: ['platform', 'workspace', workspaceId],
    queryFn: ({ signal }) => billingCalls.getAdminWorkspace({ params: { workspaceId }, signal }),
    select: ({ workspace }) => workspace,
  })

export type Period = AdminBillingRoutes['getRenewalQuote']['query']['period']

export const useQuote = (workspaceId: string, period: Period | null) =>
  useQuery({
    queryKey: ['platform', 'quote', workspaceId, period],
    queryFn: ({ signal }) =>
      billingCalls.getRenewalQuote({ params: { workspaceId }, query: { period: period! }, signal }),
    select: ({ quote }) => quote,
    enabled: period !== null,
    staleTime: 0,
  })

/** Without days, the API sorts payments and expenses by when they were recorded. */
const byDate = <Filter extends { from?: string; to?: string }>(filter: Filter) =>
  filter.from || filter.to ? filter : { ...filter, from: '1900-01-01' }

export const usePayments = (filter: PaymentFilter) =>
  usePages(['payments', filter], (page, signal) =>
    billingCalls.listPayments({ query: { ...page, ...byDate(filter) }, signal }),
  )

export const useExpenses = (filter: ExpenseFilter) =>
  usePages(['expenses', filter], (page, signal) =>
    billingCalls.listPlatformExpenses({ query: { ...page, ...byDate(filter) }, signal }),
  )

export const usePlans = (isAllowed = true) =>
  useQuery({
    queryKey: ['platform', 'plans'],
    queryFn: ({ signal }) =>
      loadPages(async (after) => {
        const { plans, pagination } = await billingCalls.listPlans({ query: { after, limit: 100 }, signal })
        return { items: plans, next: pagination.nextCursor ?? null }
      }),
    enabled: isAllowed,
  })

/**
 * Returns a function for the name of a workspace's plan in the user's language. Workspaces contain the name in
 * one language only, which is shown to admins who may not read plans.
 */
export const usePlanName = () => {
  const { language } = useLanguage()
  const { data: plans } = usePlans(mayAdminister(useMember(), 'plans.manage'))
  return useCallback(
    ({ id, name }: { id: string; name: string }): string => {
      const plan = plans?.find((each) => each.id === id)
      return plan ? nameIn(language, plan) : name
    },
    [language, plans],
  )
}

export const usePlan = (planId: string | null) =>
  useQuery({
    queryKey: ['platform', 'plan', planId],
    queryFn: ({ signal }) => billingCalls.getPlan({ params: { planId: planId! }, signal }),
    select: ({ plan }) => plan,
    enabled: planId !== null,
  })

export const useCategories = (isAllowed = true) =>
  useQuery({
    queryKey: ['platform', 'categories'],
    queryFn: ({ signal }) =>
      loadPages(async (after) => {
        const query = { after, limit: 100 }
        const { businessCategories, pagination } = await billingCalls.listBusinessCategories({
          query,
          signal,
        })
        return { items: businessCategories, next: pagination.nextCursor ?? null }
      }),
    enabled: isAllowed,
  })

export const useWebhooks = (filter: WebhookFilter) =>
  usePages(
    ['webhooks', filter],
    (page, signal) => billingCalls.listWebhooks({ query: { ...page, ...filter }, signal }),
    followMs,
  )

export const useWebhook = (id: string) =>
  useQuery({
    queryKey: ['platform', 'webhook', id],
    queryFn: ({ signal }) => billingCalls.getWebhook({ params: { id }, signal }),
    select: ({ webhook }) => webhook,
  })

/** The oldest come first, and the first page has no cursor. */
export const useDeadLetters = (service: string) =>
  usePages(
    ['dead-letters', service],
    ({ after, limit }, signal) =>
      identityCalls.listDeadLetters({
        query: { limit, ...(after && { after }), ...(service && { service }) },
        signal,
      }),
    followMs,
  )

export const useAdmins = () =>
  usePages(['admins'], (page, signal) => identityCalls.listAdmins({ query: page, signal }))

/** Returns a function that names an admin: you, or the email for super-admins, who may list admins. */
export const useAdminName = (): ((adminId: string) => string | null) => {
  const text = useText()
  const member = useMember()
  const { data: emails } = useAdminEmails(mayAdminister(member, 'super-admin'))
  const ownId = member.account.id
  return useCallback(
    (adminId) => (adminId === ownId ? text('person.you') : (emails?.get(adminId) ?? null)),
    [ownId, emails, text],
  )
}

export const useHealth = () =>
  useQuery({
    queryKey: ['platform', 'health'],
    queryFn: ({ signal }) => getHealth({ signal }),
    refetchInterval: followMs,
  })
