import type { CalendarDate, Id } from '@wp/kernel'
import type { SchedulingDeps } from '../deps.ts'

/** Loads the records that a booking depends on. */
export type BookingSources = {
  offeredServices: Pick<SchedulingDeps['offeredServices'], 'listByIds'>
  staff: Pick<SchedulingDeps['staff'], 'getBookable'>
  fields: Pick<SchedulingDeps['fields'], 'listDefinitions'>
  holidays: Pick<SchedulingDeps['holidays'], 'listSingle' | 'listRecurring'>
  bookingPages: Pick<SchedulingDeps['bookingPages'], 'isEnabled'>
}

/**
 * Loads these records through the versioned cache, so that a booking usually reads only their version from the
 * database. Requires a transaction.
 */
export const openBookingSources = async (
  {
    cache,
    offeredServices,
    staff,
    fields,
    holidays,
    bookingPages,
  }: Pick<SchedulingDeps, 'cache' | 'offeredServices' | 'staff' | 'fields' | 'holidays' | 'bookingPages'>,
  workspaceId: Id,
): Promise<BookingSources> => {
  const cached = await cache.open(workspaceId)
  return {
    offeredServices: {
      listByIds: (_, ids) =>
        cached.getMany('service', ids, (missing) => offeredServices.listByIds(workspaceId, missing)),
    },
    staff: {
      getBookable: (_, id) => cached.get(`staff:${id}`, () => staff.getBookable(workspaceId, id)),
    },
    fields: {
      listDefinitions: (_, subject) =>
        cached.get(`fields:${subject}`, () => fields.listDefinitions(workspaceId, subject)),
    },
    holidays: {
      listSingle: (_, day) => {
        const [from, to] = monthOf(day)
        return cached.get(`holidays:${from}`, () => holidays.listSingle(workspaceId, from, to))
      },
      listRecurring: () => cached.get('holidays', () => holidays.listRecurring(workspaceId)),
    },
    bookingPages: {
      isEnabled: async () => {
        const load = async () => ({ isEnabled: await bookingPages.isEnabled(workspaceId) })
        return (await cached.get('booking-page', load)).isEnabled
      },
    },
  }
}

/**
 * Returns the first and last day of a day's month. Day 31 works for every month, because dates are compared as text.
 */
const monthOf = (day: CalendarDate): [CalendarDate, CalendarDate] => [
  `${day.slice(0, 7)}-01`,
  `${day.slice(0, 7)}-31`,
]
