import { reply } from '@wp/http'
import { toDay } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import * as routes from './task.contract.ts'
import { publishTaskChanged, publishTaskRemoved } from './task.events.ts'
import { toTask } from './task.view.ts'

type TaskDeps = Pick<SchedulingDeps, 'db' | 'tasks' | 'comments' | 'staff'>

export const taskHandlers = ({ db, tasks, comments, staff }: TaskDeps) => {
  const checkAssignee = async (workspaceId: Id, staffId: Id | null | undefined): Promise<void> => {
    if (staffId) await staff.get(workspaceId, staffId)
  }

  return [
    handle(routes.listTasks, async ({ workspaceId, query }) => {
      const { items, pagination } = await tasks.list(workspaceId, query)
      return reply(200, { tasks: items.map(toTask), pagination })
    }),

    handle(routes.createTask, async ({ workspaceId, body }) => {
      await checkAssignee(workspaceId, body.staffId)
      const task = await db.transaction(async (tx) => {
        const created = await tasks.insert(workspaceId, {
          ...body,
          dueDate: body.dueDate && toDay(body.dueDate),
        })
        publishTaskChanged(tx, 'created', created)
        return created
      })
      return reply(201, { task: toTask(task) })
    }),

    handle(routes.getTask, async ({ workspaceId, params }) =>
      reply(200, { task: toTask(await tasks.get(workspaceId, params.taskId)) }),
    ),

    handle(routes.updateTask, async ({ workspaceId, params, body }) => {
      await checkAssignee(workspaceId, body.staffId)
      const task = await db.transaction(async (tx) => {
        const changes = { ...body, dueDate: body.dueDate && toDay(body.dueDate) }
        const updated = await tasks.update(workspaceId, params.taskId, changes)
        publishTaskChanged(tx, 'updated', updated)
        return updated
      })
      return reply(200, { task: toTask(task) })
    }),

    handle(routes.deleteTask, async ({ workspaceId, params: { taskId } }) => {
      await db.transaction(async (tx) => {
        const removed = await tasks.remove(workspaceId, taskId)
        await comments.removeOfTask(workspaceId, taskId)
        publishTaskRemoved(tx, removed)
      })
      return reply(204)
    }),

    handle(routes.listStaffTasks, async ({ workspaceId, params: { staffId }, query }) => {
      await staff.get(workspaceId, staffId)
      const { items, pagination } = await tasks.list(workspaceId, { ...query, staffId })
      return reply(200, { tasks: items.map(toTask), pagination })
    }),
  ]
}
