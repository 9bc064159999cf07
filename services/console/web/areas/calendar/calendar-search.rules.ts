import { toFieldSearch } from '../../app/field-filters.rules.ts'
import type { FieldSearch } from '../../app/field-filters.rules.ts'
import { isDate, toText } from '../../app/search-parameter.rules.ts'

export const views = ['day', 'week', 'month'] as const
export type View = (typeof views)[number]
export type Filters = FieldSearch & {
  staff?: string
  service?: string
  status?: string
  /** Only the sessions of this client; `client` belongs to the form of a new session. */
  of?: string
  cancelled?: true
}

/** `open` is the session in the side panel, or `new` for the form of a new one; `client` is chosen in that form. */
export type CalendarSearch = Filters & { view?: View; date?: string; open?: string; client?: string }

/** Returns the calendar's parameters in a URL. */
export const toCalendarSearch = (given: Record<string, unknown>): CalendarSearch => {
  const view = views.find((each) => each === given['view'])
  const date = toText(given['date'])
  const texts = (['staff', 'service', 'status', 'of', 'open', 'client'] as const).flatMap((name) => {
    const value = toText(given[name])
    return value ? [[name, value] as const] : []
  })
  return {
    ...(view && { view }),
    ...(isDate(date) && { date }),
    ...Object.fromEntries(texts),
    ...toFieldSearch(given),
    ...(given['cancelled'] === true && { cancelled: true }),
  }
}
