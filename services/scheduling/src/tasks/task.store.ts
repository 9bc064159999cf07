import { searchKeys, searchWords } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { beginsWith, collection, recomputeField } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Task, TaskFilter } from './task.contract.ts'

type TaskFields = Omit<Task, 'id' | 'workspaceId' | 'createdAt' | 'updatedAt'>
type TaskRecord = TaskFields & {
  /** Search keys of the title; missing in tasks from older versions until their migration has run. */
  searchKeys?: string[]
}
export type StoredTask = TenantDoc<TaskRecord>

export const taskCollection = collection<TaskRecord>(
  'tasks',
  'Task',
  {
    title: String,
    description: String,
    staffId: String,
    dueDate: String,
    status: String,
    searchKeys: [String],
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, staffId: 1, createdAt: -1, _id: -1 } }, // list by staff
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
    { keys: { workspaceId: 1, searchKeys: 1 } }, // search
  ],
  { onePer: 'task' },
)

/** Makes tasks from older versions searchable. */
export const addTaskSearch = recomputeField(
  '2026-11-19-add-task-search',
  taskCollection,
  'searchKeys',
  ['title'],
  ({ title }) => searchKeys(title),
)

/** Returns the database filter of a list of tasks. */
export const matchingTasks = ({
  staffId,
  status,
  search,
}: Pick<TaskFilter, 'staffId' | 'status' | 'search'>) => ({
  ...(staffId && { staffId }),
  ...(status && { status }),
  ...(search && { $and: searchWords(search).map((word) => ({ searchKeys: beginsWith(word) })) }),
})

type TaskChanges = { [K in keyof TaskFields]?: TaskFields[K] | undefined }

export const taskStore = (db: Database) => {
  const tasks = db.tenant(taskCollection)
  return {
    list: (workspaceId: Id, { staffId, status, search, ...query }: TaskFilter) =>
      tasks(workspaceId).page({ filter: matchingTasks({ staffId, status, search }), query }),

    get: (workspaceId: Id, id: Id) => tasks(workspaceId).get({ id }),
    getOfStaff: (workspaceId: Id, staffId: Id, id: Id) => tasks(workspaceId).get({ id, staffId }),
    insert: (workspaceId: Id, task: TaskFields) =>
      tasks(workspaceId).insert({ ...task, searchKeys: searchKeys(task.title) }),
    update: (workspaceId: Id, id: Id, changes: TaskChanges) => {
      const keys = changes.title === undefined ? {} : { searchKeys: searchKeys(changes.title) }
      return tasks(workspaceId).update({ id }, { ...changes, ...keys })
    },
    remove: (workspaceId: Id, id: Id) => tasks(workspaceId).remove({ id }),
  }
}
