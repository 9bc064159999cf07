import { toText } from './search-parameter.rules.ts'

/** The filters of a list and the record in its side panel (`open`), as they stand in the address. */
export type ListSearch<Name extends string> = Partial<Record<Name, string>>

/** Returns a function that reads some parameters of an address, without empty and unknown ones. */
export const listSearch =
  <Name extends string>(names: readonly Name[]) =>
  (given: Record<string, unknown>): ListSearch<Name> =>
    Object.fromEntries(
      names.map((name) => [name, toText(given[name])] as const).filter(([, value]) => value),
    ) as ListSearch<Name>

/** Returns the parameters with some of them changed; an empty text removes one. */
export const changeSearch = <Search extends ListSearch<string>>(before: Search, changes: Search): Search =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value)) as Search
