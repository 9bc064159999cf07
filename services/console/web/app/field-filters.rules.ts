import type { SessionField } from '@workspace-platform/client/scheduling'
import { without } from './search-parameter.rules.ts'

/** Filters by custom fields as they appear in the URL: `key:value`, at most one per field. */
export type FieldSearch = { field?: string[] }

type Field = Pick<SessionField, 'key' | 'type' | 'isFilterable' | 'options'>

/** Returns the custom-field filters in a URL. */
export const toFieldSearch = ({ field }: Record<string, unknown>): FieldSearch => {
  const filters = (Array.isArray(field) ? field : [field]).filter(
    (each): each is string => typeof each === 'string' && /^[^:]+:./s.test(each),
  )
  return filters.length > 0 ? { field: filters } : {}
}

const keyOf = (filter: string): string => filter.slice(0, filter.indexOf(':'))

/** Returns the value that a field is filtered by; an empty string for none. */
export const filteredBy = ({ field = [] }: FieldSearch, key: string): string =>
  field.find((each) => keyOf(each) === key)?.slice(key.length + 1) ?? ''

/** Returns the URL's filters with another value for a field; an empty value removes the filter. */
export const changeField = <Search extends FieldSearch>(before: Search, key: string, value: string) => {
  const field = (before.field ?? []).filter((each) => keyOf(each) !== key)
  const changed = value === '' ? field : [...field, `${key}:${value}`]
  return { ...without(before, 'field'), ...(changed.length > 0 && { field: changed }) }
}

/** Returns the filterable fields that have a fixed list of values. */
export const choosable = <Some extends Field>(fields: readonly Some[]): Some[] =>
  fields.filter(
    ({ type, options, isFilterable }) => isFilterable && (options !== null || type === 'checkbox'),
  )
