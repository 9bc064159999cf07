import { toText } from '../../app/search-parameter.rules.ts'

const names = [
  'search',
  'open',
  'plan',
  'category',
  'state',
  'type',
  'workspace',
  'from',
  'to',
  'service',
  'method',
  'signature',
  'metric',
  'days',
] as const

/** The filters of the screens and the record in the side panel (`open`), as they stand in the address. */
export type PlatformSearch = Partial<Record<(typeof names)[number], string>>

/** Returns the parameters that an address contains, without empty and unknown ones. */
export const toPlatformSearch = (given: Record<string, unknown>): PlatformSearch =>
  Object.fromEntries(names.map((name) => [name, toText(given[name])] as const).filter(([, value]) => value))

/** Returns the parameters with some of them changed; an empty text removes one. */
export const changeSearch = (before: PlatformSearch, changes: PlatformSearch): PlatformSearch =>
  toPlatformSearch({ ...before, ...changes })
