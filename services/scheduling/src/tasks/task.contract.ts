import { CalendarDateString, DateOrTimestamp, IdString, nonBlank, pageQuery, Pagination } from '@wp/kernel'
import { defineRoute, resource, workspace } from '@wp/http'
import { z } from 'zod'

const TaskStatus = z.enum(['open', 'in-progress', 'done'])

export const Task = resource('Task', {
  workspaceId: IdString,
  title: z.string(),
  description: z.string().nullable(),
  staffId: IdString.nullable(),
  dueDate: CalendarDateString.nullable(),
  status: TaskStatus,
})
export type Task = z.output<typeof Task>

const fields = {
  title: nonBlank(300),
  description: nonBlank(10_000).nullable(),
  staffId: IdString.nullable(),
  dueDate: DateOrTimestamp.nullable(),
  status: TaskStatus,
}

export const NewTask = z.object({
  title: fields.title,
  description: fields.description.default(null),
  staffId: fields.staffId.default(null),
  dueDate: fields.dueDate.default(null),
  status: fields.status.default('open'),
})
export const TaskChanges = z.object(fields).partial()

export const TaskFilter = pageQuery.extend({
  staffId: IdString.optional(),
  status: TaskStatus.optional(),
  search: nonBlank(100).optional().describe('Matches the beginning of words in the title'),
})
export type TaskFilter = z.output<typeof TaskFilter>

const OneTask = z.object({ task: Task })
const Tasks = z.object({ tasks: z.array(Task), pagination: Pagination })
const path = '/workspace/:workspaceId/tasks'
const one = `${path}/:taskId` as const
const tag = 'Tasks'

export const listTasks = defineRoute({
  id: 'listTasks',
  method: 'GET',
  path,
  summary: 'List tasks',
  description: 'Sorted by creation time, newest first.',
  tag,
  access: workspace('tasks.view'),
  query: TaskFilter,
  replies: { 200: Tasks },
  fails: [400, 401, 403, 404],
})

export const createTask = defineRoute({
  id: 'createTask',
  method: 'POST',
  path,
  summary: 'Create a task',
  tag,
  access: workspace('tasks.manage'),
  body: NewTask,
  replies: { 201: OneTask },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getTask = defineRoute({
  id: 'getTask',
  method: 'GET',
  path: one,
  summary: 'Get a task',
  tag,
  access: workspace('tasks.view'),
  replies: { 200: OneTask },
  fails: [400, 401, 403, 404],
})

export const updateTask = defineRoute({
  id: 'updateTask',
  method: 'PATCH',
  path: one,
  summary: 'Update a task',
  tag,
  access: workspace('tasks.manage'),
  body: TaskChanges,
  replies: { 200: OneTask },
  fails: [400, 401, 403, 404, 422],
})

export const deleteTask = defineRoute({
  id: 'deleteTask',
  method: 'DELETE',
  path: one,
  summary: 'Delete a task',
  description: 'Also deletes its comments.',
  tag,
  access: workspace('tasks.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

export const listStaffTasks = defineRoute({
  id: 'listStaffTasks',
  method: 'GET',
  path: '/workspace/staff/:staffId/tasks',
  summary: "List a staff member's tasks",
  description: 'Sorted by creation time, newest first. The access token determines the workspace.',
  tag,
  access: workspace(['staff.view', 'tasks.view', 'tasks.manage']),
  query: TaskFilter.omit({ staffId: true }),
  replies: { 200: Tasks },
  fails: [400, 401, 403, 404],
})
