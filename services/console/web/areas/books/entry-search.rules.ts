import { isDate, toText } from '../../app/search-parameter.rules.ts'

/** The filters of the list of entries, which are also the search parameters of its URL. */
export type EntrySearch = { search?: string; from?: string; to?: string; category?: string; account?: string }

const names = ['search', 'from', 'to', 'category', 'account'] as const

/** Returns the filters in a URL, without unknown parameters and malformed dates. */
export const toEntrySearch = (given: Record<string, unknown>): EntrySearch =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = toText(given[name])
      const isKept = text && (name === 'from' || name === 'to' ? isDate(text) : true)
      return isKept ? [[name, text]] : []
    }),
  )
