import type { CalendarDate, Id } from '@wp/kernel'
import type { SchedulingDeps } from '../deps.ts'

/** Loads the records that a booking depends on. */
export type BookingSources = {
  offeredServices: Pick<SchedulingDeps['offeredServices'], 'listByIds'>
  staff: Pick<SchedulingDeps['staff'], 'get'>
  fields: Pick<SchedulingDeps['fields'], 'list'>
  holidays: Pick<SchedulingDeps['holidays'], 'listPossible'>
}

/** The same through the versioned cache, so that a booking only reads the version. Requires a transaction. */
export const openBookingSources = async (
  {
    copies,
    offeredServices,
    staff,
    fields,
    holidays,
  }: Pick<SchedulingDeps, 'copies' | 'offeredServices' | 'staff' | 'fields' | 'holidays'>,
  workspaceId: Id,
): Promise<BookingSources> => {
  const recall = await copies.open(workspaceId)
  return {
    offeredServices: {
      listByIds: (_, ids) =>
        recall.each('service', ids, (missing) => offeredServices.listByIds(workspaceId, missing)),
    },
    staff: { get: (_, id) => recall.one(`staff:${id}`, () => staff.get(workspaceId, id)) },
    fields: {
      list: (_, subject) => recall.one(`fields:${subject}`, () => fields.list(workspaceId, subject)),
    },
    holidays: {
      listPossible: (_, day) => {
        const [from, to] = monthOf(day)
        return recall.one(`holidays:${from}`, () => holidays.listPossible(workspaceId, from, to))
      },
    },
  }
}

/** The bounds of the month of a day; no date is between its 31st and the next month. */
const monthOf = (day: CalendarDate): [CalendarDate, CalendarDate] => [
  `${day.slice(0, 7)}-01`,
  `${day.slice(0, 7)}-31`,
]
