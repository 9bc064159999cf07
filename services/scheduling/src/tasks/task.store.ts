import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { Task, TaskFilter } from './task.contract.ts'

type TaskRecord = Omit<Task, 'id' | 'workspaceId' | 'createdAt' | 'updatedAt'>

export const taskCollection = collection<TaskRecord>(
  'tasks',
  'Task',
  { title: String, description: String, staffId: String, dueDate: String, status: String },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, staffId: 1, createdAt: -1, _id: -1 } }, // list by staff
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
  ],
)

export const taskStore = (db: Database) => {
  const own = db.tenant(taskCollection)
  return {
    list: (workspaceId: Id, { staffId, status, ...query }: TaskFilter) =>
      own(workspaceId).page({ filter: { ...(staffId && { staffId }), ...(status && { status }) }, query }),

    get: (workspaceId: Id, id: Id) => own(workspaceId).get({ id }),
    getOfStaff: (workspaceId: Id, staffId: Id, id: Id) => own(workspaceId).get({ id, staffId }),
    insert: (workspaceId: Id, task: TaskRecord) => own(workspaceId).insert(task),
    update: (workspaceId: Id, id: Id, changes: { [K in keyof TaskRecord]?: TaskRecord[K] | undefined }) =>
      own(workspaceId).updateIf({ id }, changes),
    remove: (workspaceId: Id, id: Id) => own(workspaceId).removeIf({ id }),
  }
}
