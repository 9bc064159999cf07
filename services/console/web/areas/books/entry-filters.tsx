import { useCallback } from 'react'
import { DayFilter } from '../../app/day-filter.tsx'
import { without } from '../../app/search-parameter.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSuggestions } from './entries.queries.ts'
import type { Kind } from './entry.rules.ts'
import type { EntrySearch } from './entry-search.rules.ts'
import { useBookedTexts } from './use-booked-texts.ts'

type Props = { kind: Kind; search: EntrySearch; onChange: (next: EntrySearch) => void }

/** Filters the list by text, category, account, currency and days. */
export const EntryFilters = ({ kind, search, onChange }: Props) => {
  const text = useText()
  const format = useFormat()
  const { categoryName } = useBookedTexts()
  const { data } = useSuggestions(kind, format.today())
  const onSearch = useCallback(
    (typed: string) => onChange({ ...without(search, 'search'), ...(typed && { search: typed }) }),
    [search, onChange],
  )
  const select = (
    name: 'category' | 'account' | 'currencyCode',
    known: readonly string[] = [],
    fewest = 1,
  ) => {
    const value = search[name] ?? ''
    // The category in the URL may not have been used recently.
    const values = value === '' || known.includes(value) ? known : [value, ...known]
    return (
      values.length >= fewest && (
        <FilterSelect
          label={text(`books.label.${name}`)}
          value={value}
          all={text(`books.all.${name}`)}
          choices={values.map((each) => ({
            value: each,
            label: name === 'category' ? categoryName(each) : each,
          }))}
          onChange={(chosen) => onChange({ ...without(search, name), ...(chosen && { [name]: chosen }) })}
        />
      )
    )
  }
  return (
    <>
      <SearchField label={text(`books.search.${kind}`)} value={search.search ?? ''} onChange={onSearch} />
      {select('category', data?.categories)}
      {select('account', data?.accounts)}
      {select('currencyCode', data?.currencies, search.currencyCode ? 1 : 2)}
      <DayFilter
        from={search.from}
        to={search.to}
        onChange={({ from, to }) =>
          onChange({ ...without(search, 'from', 'to'), ...(from && { from }), ...(to && { to }) })
        }
      />
    </>
  )
}
