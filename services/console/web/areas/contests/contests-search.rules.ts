import { listSearch } from '../../app/list-search.rules.ts'

/** The filters, the tab of a contest (`view`), the form (`edit`) and the attempt in the side panel (`open`). */
export const toContestsSearch = listSearch(['search', 'status', 'view', 'edit', 'open'])

export type ContestsSearch = ReturnType<typeof toContestsSearch>
