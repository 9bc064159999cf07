import { listSearch } from '../../app/list-search.rules.ts'

/** `staff` is a staff member's id; `open` is the task in the side panel, or `new` for the form of a new one. */
export const toTasksSearch = listSearch(['search', 'status', 'staff', 'open'])

export type TasksSearch = ReturnType<typeof toTasksSearch>
