import { toText } from './search-parameter.rules.ts'

/** The filters of a list and the record in its side panel (`open`), as they appear in the URL. */
export type ListSearch<Name extends string> = Partial<Record<Name, string>>

/** Returns a function that reads the given parameters of a URL and drops empty and unknown ones. */
export const listSearch =
  <Name extends string>(names: readonly Name[]) =>
  (given: Record<string, unknown>): ListSearch<Name> =>
    Object.fromEntries(
      names.map((name) => [name, toText(given[name])] as const).filter(([, value]) => value),
    ) as ListSearch<Name>

/** Returns the parameters with some of them changed; an empty string removes one. */
export const changeSearch = <Search extends ListSearch<string>>(before: Search, changes: Search): Search =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value)) as Search
