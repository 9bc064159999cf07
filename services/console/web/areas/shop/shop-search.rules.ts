import { listSearch } from '../../app/list-search.rules.ts'

export const toShopSearch = listSearch([
  'search',
  'open',
  'status',
  'category',
  'from',
  'to',
  'minTotal',
  'maxTotal',
])

export type ShopSearch = ReturnType<typeof toShopSearch>
