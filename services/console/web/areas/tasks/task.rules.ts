import type { Task } from '@workspace-platform/client/scheduling'
import { orNull } from '../../app/form-values.rules.ts'
import type { Member } from '../../app/session.rules.ts'
import type { Tone } from '../../ui/badge.tsx'
import type { TasksSearch } from './tasks-search.rules.ts'

export type TaskStatus = Task['status']

export const taskTones: Record<TaskStatus, Tone> = { open: 'accent', 'in-progress': 'warn', done: 'ok' }

export const taskStatuses = Object.keys(taskTones) as TaskStatus[]

/** Returns the statuses that a task can get with one click, the most likely one first. */
export const nextStatuses = (status: TaskStatus): TaskStatus[] => {
  if (status === 'done') return ['open']
  return status === 'open' ? ['done', 'in-progress'] : ['done']
}

/** Returns whether an unfinished task is past its due date. */
export const isOverdue = ({ dueDate, status }: Pick<Task, 'dueDate' | 'status'>, today: string): boolean =>
  status !== 'done' && dueDate !== null && dueDate < today

/** Returns the filters for the API, without those that it would reject. */
export const toTaskQuery = ({ search, status, staff }: TasksSearch) => {
  const known = taskStatuses.find((each) => each === status)
  return {
    ...(search?.trim() && { search: search.trim() }),
    ...(known && { status: known }),
    ...(staff && /^[\da-f]{24}$/.test(staff) && { staffId: staff }),
  }
}

/** A task as the form edits it; an empty string means no staff member. */
export type TaskFields = { title: string; description: string; staffId: string; dueDate: string }

export const toTaskFields = (task: Task | null): TaskFields => ({
  title: task?.title ?? '',
  description: task?.description ?? '',
  staffId: task?.staffId ?? '',
  dueDate: task?.dueDate ?? '',
})

export const toTaskBody = ({ title, description, staffId, dueDate }: TaskFields) => ({
  title: title.trim(),
  description: orNull(description),
  staffId: staffId || null,
  dueDate: dueDate || null,
})

/**
 * Returns the author of a member's comments: the workspace for owners, the member for staff, null for others.
 */
export const authorOf = ({ account, workspace }: Member) => {
  if (account.role === 'owner' && workspace) {
    const name = workspace.business.displayName ?? workspace.name ?? workspace.email
    return { authorId: workspace.id, authorType: 'workspace' as const, authorName: name }
  }
  if (account.staffId === null) return null
  const name = account.name ?? account.email
  return { authorId: account.staffId, authorType: 'staff' as const, authorName: name }
}
