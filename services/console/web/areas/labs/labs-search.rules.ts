import { listSearch } from '../../app/list-search.rules.ts'
import { isDate } from '../../app/search-parameter.rules.ts'
import { inLatinDigits } from '../../i18n/number.rules.ts'

export const testStatuses = ['draft', 'in-progress', 'completed', 'cancelled'] as const
export type TestStatus = (typeof testStatuses)[number]

/** The parameters of all screens; `open` is the record in the side panel, or `new` for the form of a new one. */
export const toLabsSearch = listSearch([
  'search',
  'number',
  'clientId',
  'status',
  'from',
  'to',
  'state',
  'open',
  'edit',
  'design',
  'language',
])

export type LabsSearch = ReturnType<typeof toLabsSearch>

/** Returns the number in a text, in Latin or Arabic digits; null for other texts. */
export const toTestNumber = (typed: string): number | null => {
  const latin = inLatinDigits(typed.trim().replace(/^#/, ''))
  return /^[1-9]\d{0,14}$/.test(latin) ? Number(latin) : null
}

/** Returns the filters for the API, or null if no test can match. */
export const toTestQuery = ({ number, clientId, status, from, to }: LabsSearch) => {
  const wanted = number === undefined ? undefined : toTestNumber(number)
  if (wanted === null) return null
  const known = testStatuses.find((each) => each === status)
  return {
    ...(wanted !== undefined && { number: wanted }),
    ...(clientId && { clientId }),
    ...(known && { status: known }),
    ...(isDate(from) && { from }),
    ...(isDate(to) && { to }),
  }
}
