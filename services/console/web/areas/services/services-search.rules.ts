import { listSearch } from '../../app/list-search.rules.ts'

/** `open` is the service in the side panel, or `new` for the form of a new one. */
export const toServicesSearch = listSearch(['search', 'state', 'scope', 'open'])

export type ServicesSearch = ReturnType<typeof toServicesSearch>
