import { listSearch } from '../../app/list-search.rules.ts'

export const toPlatformSearch = listSearch([
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
])

export type PlatformSearch = ReturnType<typeof toPlatformSearch>
