import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Task, TaskFilter } from './task.contract.ts'

type TaskRecord = Omit<Task, 'id' | 'workspaceId' | 'createdAt' | 'updatedAt'>
export type StoredTask = TenantDoc<TaskRecord>

export const taskCollection = collection<TaskRecord>(
  'tasks',
  'Task',
  { title: String, description: String, staffId: String, dueDate: String, status: String },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, staffId: 1, createdAt: -1, _id: -1 } }, // list by staff
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
  ],
  { onePer: 'task' },
)

export const taskStore = (db: Database) => {
  const tasks = db.tenant(taskCollection)
  return {
    list: (workspaceId: Id, { staffId, status, ...query }: TaskFilter) =>
      tasks(workspaceId).page({ filter: { ...(staffId && { staffId }), ...(status && { status }) }, query }),

    get: (workspaceId: Id, id: Id) => tasks(workspaceId).get({ id }),
    getOfStaff: (workspaceId: Id, staffId: Id, id: Id) => tasks(workspaceId).get({ id, staffId }),
    insert: (workspaceId: Id, task: TaskRecord) => tasks(workspaceId).insert(task),
    update: (workspaceId: Id, id: Id, changes: { [K in keyof TaskRecord]?: TaskRecord[K] | undefined }) =>
      tasks(workspaceId).update({ id }, changes),
    remove: (workspaceId: Id, id: Id) => tasks(workspaceId).remove({ id }),
  }
}
