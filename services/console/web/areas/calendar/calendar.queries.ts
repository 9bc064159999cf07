import { useQuery } from '@tanstack/react-query'
import { scheduling } from '@workspace-platform/client/scheduling'
import type { Session } from '@workspace-platform/client/scheduling'
import type { FieldSearch } from '../../app/field-filters.rules.ts'
import { useLiveQueries } from '../../app/live.ts'
import { loadPages, maxRecords, pageSize } from '../../app/load-pages.ts'
import { queryClient, reloadQueries } from '../../app/query-client.ts'
import { platform, useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { addDays } from '../../i18n/format.rules.ts'

const calls = platform.use(scheduling)

export const {
  createSession,
  updateSession,
  setSessionStatus,
  deleteSession,
  createClient,
  createSessionNote,
  updateSessionNote,
  deleteSessionNote,
  createSessionAttachment,
  getSessionAttachment,
  deleteSessionAttachment,
  createSessionInvoice,
} = calls

export const maxSessions = maxRecords

/** The sessions of the visible days, and of the day before, because those may end after midnight. */
export const useSessions = (first: string, last: string, filter: FieldSearch = {}) => {
  useLiveQueries('sessions', true, 'sessions')
  return useQuery({
    queryKey: ['sessions', 'range', first, last, filter],
    queryFn: ({ signal }) =>
      loadPages<Session>(async (after) => {
        const { sessions, pagination } = await calls.listSessions({
          query: { from: addDays(first, -1), to: last, sort: 'date', limit: pageSize, after, ...filter },
          signal,
        })
        return { items: sessions, next: pagination.nextCursor ?? null }
      }),
    select: (sessions) => sessions.map((session) => ({ ...session, date: session.date.slice(0, 10) })),
  })
}

/** The session in the panel, kept up to date. */
export const useSession = (sessionId: string) => {
  useLiveQueries('sessions', true, 'sessions')
  return useQuery({
    queryKey: ['sessions', 'one', sessionId],
    queryFn: ({ signal }) => calls.getSession({ params: { sessionId }, signal }),
    select: ({ session }) => ({ ...session, date: session.date.slice(0, 10) }),
  })
}

/**
 * The staff with their working hours, oldest first, so that columns keep their positions when someone is
 * added.
 */
export const useStaff = () => {
  const isAllowed = may(useMember(), 'staff.view')
  useLiveQueries('staff', isAllowed, 'staff')
  return useQuery({
    queryKey: ['staff', 'all'],
    queryFn: ({ signal }) =>
      loadPages(async (after) => {
        const { staff, pagination } = await calls.listStaff({ query: { limit: pageSize, after }, signal })
        return { items: staff, next: pagination.nextCursor ?? null }
      }),
    select: (staff) => staff.toReversed(),
    enabled: isAllowed,
  })
}

/** The services that can be booked. */
export const useServices = () => {
  const isAllowed = may(useMember(), 'services.view')
  useLiveQueries('services', isAllowed, 'services')
  return useQuery({
    queryKey: ['services', 'sessions'],
    queryFn: ({ signal }) =>
      loadPages(async (after) => {
        const { services, pagination } = await calls.listServices({
          query: { scope: 'sessions', isActive: true, limit: pageSize, after },
          signal,
        })
        return { items: services, next: pagination.nextCursor ?? null }
      }),
    enabled: isAllowed,
  })
}

export const useHolidays = () => {
  const isAllowed = may(useMember(), 'holidays.view')
  useLiveQueries('holidays', isAllowed, 'holidays')
  return useQuery({
    queryKey: ['holidays', 'all'],
    queryFn: ({ signal }) => calls.listHolidays({ signal }),
    select: ({ holidays }) => holidays,
    enabled: isAllowed,
  })
}

/** The workspace's own questions about sessions, in their order. */
export const useSessionFields = () =>
  useQuery({
    queryKey: ['session-fields'],
    queryFn: ({ signal }) =>
      loadPages(async (after) => {
        const { fields, pagination } = await calls.listSessionFields({
          query: { limit: pageSize, after },
          signal,
        })
        return { items: fields, next: pagination.nextCursor ?? null }
      }),
  })

export const useClientSearch = (search: string, enabled: boolean) =>
  useQuery({
    queryKey: ['clients', 'picker', search],
    queryFn: ({ signal }) =>
      calls.listClients({ query: { limit: 8, after: '', ...(search && { search }) }, signal }),
    select: ({ clients }) => clients,
    placeholderData: (before) => before,
    enabled,
  })

export const useClient = (clientId: string | null, enabled: boolean) =>
  useQuery({
    queryKey: ['clients', 'one', clientId],
    queryFn: ({ signal }) => calls.getClient({ params: { clientId: clientId! }, signal }),
    select: ({ client }) => client,
    enabled: enabled && clientId !== null,
  })

type Wish = { date: string; minutes: number; staffId: string; serviceId: string }

/** The times of a day at which a staff member, or anyone, is free; updated when other users book. */
export const useFreeTimes = ({ date, minutes, staffId, serviceId }: Wish) =>
  useQuery({
    queryKey: ['sessions', 'free', date, minutes, staffId, serviceId],
    queryFn: ({ signal }) =>
      calls.listAvailability({
        query: {
          date,
          durationMinutes: minutes,
          ...(staffId && { staffId }),
          ...(serviceId && { serviceId }),
        },
        signal,
      }),
    select: ({ slots }) => slots,
  })

/** The number of a client's visits. */
export const useVisits = (clientId: string) =>
  useQuery({
    queryKey: ['sessions', 'visits', clientId],
    queryFn: ({ signal }) =>
      calls.listSessions({ query: { clientId, status: 'completed', page: 1, limit: 1 }, signal }),
    select: ({ pagination }) => pagination.total ?? null,
  })

export const reloadSessions = (): Promise<void> => reloadQueries(['sessions'])

/** Shows a moved session at its new position until the server replies. */
export const showMoved = async (sessionId: string, change: Partial<Session>): Promise<void> => {
  // A list that is still loading would move the session back.
  await queryClient.cancelQueries({ queryKey: ['sessions', 'range'] })
  queryClient.setQueriesData<Session[]>({ queryKey: ['sessions', 'range'] }, (sessions) =>
    sessions?.map((session) => (session.id === sessionId ? { ...session, ...change } : session)),
  )
}
