import { isDate, toText } from '../../app/search-parameter.rules.ts'

/** The filters of the list of entries, which are also the search parameters of its URL. */
export type EntrySearch = {
  search?: string
  from?: string
  to?: string
  category?: string
  account?: string
  currencyCode?: string
}

const names = ['search', 'from', 'to', 'category', 'account', 'currencyCode'] as const

const forms: Partial<Record<keyof EntrySearch, (text: string) => boolean>> = {
  from: isDate,
  to: isDate,
  currencyCode: (text) => /^[A-Z]{3}$/.test(text),
}

/** Returns the filters in a URL, without unknown parameters and malformed dates. */
export const toEntrySearch = (given: Record<string, unknown>): EntrySearch =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = toText(given[name])
      const isKept = text && (forms[name]?.(text) ?? true)
      return isKept ? [[name, text]] : []
    }),
  )
