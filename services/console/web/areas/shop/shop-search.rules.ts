import { listSearch } from '../../app/list-search.rules.ts'

export const toShopSearch = listSearch(['search', 'open', 'status', 'category', 'from', 'to'])

export type ShopSearch = ReturnType<typeof toShopSearch>
