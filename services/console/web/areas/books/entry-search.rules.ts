import { isDate, toText } from '../../app/search-parameter.rules.ts'

/** What narrows the list of entries; also the search parameters of its address. */
export type EntrySearch = { search?: string; from?: string; to?: string; category?: string; account?: string }

const names = ['search', 'from', 'to', 'category', 'account'] as const

/** Returns the filters in the parameters of an address; others and malformed dates are left out. */
export const toEntrySearch = (given: Record<string, unknown>): EntrySearch =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = toText(given[name])
      const isKept = text && (name === 'from' || name === 'to' ? isDate(text) : true)
      return isKept ? [[name, text]] : []
    }),
  )
