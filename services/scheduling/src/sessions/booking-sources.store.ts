import type { CalendarDate, Id } from '@wp/kernel'
import type { SchedulingDeps } from '../deps.ts'

/** Where a booking finds what its workspace offers, and what stands in its way. */
export type BookingSources = {
  services: Pick<SchedulingDeps['services'], 'listByIds'>
  staff: Pick<SchedulingDeps['staff'], 'get'>
  fields: Pick<SchedulingDeps['fields'], 'list'>
  holidays: Pick<SchedulingDeps['holidays'], 'listPossible'>
}

/** The same from exact copies, so that a booking asks the database for their version only. Inside a transaction. */
export const openBookingSources = async (
  {
    copies,
    services,
    staff,
    fields,
    holidays,
  }: Pick<SchedulingDeps, 'copies' | 'services' | 'staff' | 'fields' | 'holidays'>,
  workspaceId: Id,
): Promise<BookingSources> => {
  const recall = await copies.open(workspaceId)
  return {
    services: {
      listByIds: (_, ids) =>
        recall.each('service', ids, (missing) => services.listByIds(workspaceId, missing)),
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

/** Bounds of the month of a day; no date lies between its 31st and the next month. */
const monthOf = (day: CalendarDate): [CalendarDate, CalendarDate] => [
  `${day.slice(0, 7)}-01`,
  `${day.slice(0, 7)}-31`,
]
