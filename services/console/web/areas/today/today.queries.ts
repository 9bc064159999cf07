import { useQuery } from '@tanstack/react-query'
import { finance } from '@workspace-platform/client/finance'
import { labs } from '@workspace-platform/client/labs'
import { pos } from '@workspace-platform/client/pos'
import { scheduling } from '@workspace-platform/client/scheduling'
import { storefront } from '@workspace-platform/client/storefront'
import { useLiveQueries } from '../../app/live.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'
import { addDays } from '../../i18n/format.rules.ts'
import { totalIn, weeksUntil } from './today.rules.ts'

const { listSessions, listTasks, setSessionStatus } = platform.use(scheduling)
const { getIncomeStats } = platform.use(finance)
const { listInvoices, listTillSessions } = platform.use(pos)
const { listOrders } = platform.use(storefront)
const { listTests } = platform.use(labs)

/** The number of past days for which critical results are shown. */
const criticalDays = 7

export const useTodaysSessions = (today: string, enabled: boolean) => {
  useLiveQueries('sessions', enabled, 'sessions')
  return useQuery({
    queryKey: ['sessions', 'day', today],
    queryFn: async ({ signal }) =>
      (await listSessions({ query: { from: today, to: today, sort: 'date', limit: 100, page: 1 }, signal }))
        .sessions,
    enabled,
  })
}

export const useIncome = (today: string, currencyCode: string, enabled: boolean) => {
  useLiveQueries('incomes', enabled, 'incomes')
  const { current, before } = weeksUntil(today)
  return useQuery({
    queryKey: ['incomes', 'week', today, currencyCode],
    queryFn: async ({ signal }) => {
      const [now, then] = await Promise.all([
        getIncomeStats({ query: current, signal }),
        getIncomeStats({ query: before, signal }),
      ])
      return { now: totalIn(now.stats, currencyCode), before: totalIn(then.stats, currencyCode) }
    },
    enabled,
  })
}

export const useUnpaidInvoices = (enabled: boolean) => {
  useLiveQueries('invoices', enabled, 'invoices')
  return useQuery({
    queryKey: ['invoices', 'unpaid'],
    queryFn: ({ signal }) => listInvoices({ query: { status: 'finalized', page: 1, limit: 5 }, signal }),
    enabled,
  })
}

export const useOpenOrders = (enabled: boolean) => {
  useLiveQueries('orders', enabled, 'orders')
  return useQuery({
    queryKey: ['orders', 'open'],
    queryFn: async ({ signal }) => {
      const [pending, confirmed] = await Promise.all([
        listOrders({ query: { status: 'pending', page: 1, limit: 5 }, signal }),
        listOrders({ query: { status: 'confirmed', page: 1, limit: 5 }, signal }),
      ])
      return {
        orders: [...pending.orders, ...confirmed.orders],
        total: (pending.pagination.total ?? 0) + (confirmed.pagination.total ?? 0),
      }
    },
    enabled,
  })
}

export const useOpenTills = (enabled: boolean) => {
  useLiveQueries('till_sessions', enabled, 'till_sessions')
  return useQuery({
    queryKey: ['till_sessions', 'open'],
    queryFn: async ({ signal }) =>
      (await listTillSessions({ query: { status: 'open', page: 1, limit: 20 }, signal })).sessions,
    enabled,
  })
}

export const useOpenTasks = (enabled: boolean) => {
  useLiveQueries('tasks', enabled, 'tasks')
  return useQuery({
    queryKey: ['tasks', 'unfinished'],
    queryFn: async ({ signal }) => {
      const [open, started] = await Promise.all([
        listTasks({ query: { status: 'open', page: 1, limit: 100 }, signal }),
        listTasks({ query: { status: 'in-progress', page: 1, limit: 100 }, signal }),
      ])
      return [...open.tasks, ...started.tasks]
    },
    enabled,
  })
}

export const useRecentTests = (today: string, enabled: boolean) => {
  useLiveQueries('lab_results', enabled, 'lab_tests')
  return useQuery({
    queryKey: ['lab_tests', 'recent', today],
    queryFn: async ({ signal }) =>
      (
        await listTests({
          query: { from: addDays(today, 1 - criticalDays), to: today, page: 1, limit: 100 },
          signal,
        })
      ).tests,
    enabled,
  })
}

/** Moves a session to its next status, and reloads the day. */
export const moveSession = async (sessionId: string, status: 'in-progress' | 'completed'): Promise<void> => {
  await setSessionStatus({ params: { sessionId }, body: { status } })
  await reloadQueries(['sessions'])
}
