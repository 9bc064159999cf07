import { handle, reply } from '@wp/http'
import { notFound, withIsoTimes } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { TaskChanged, TaskRemoved } from '../events.ts'
import { dayOf } from '../holidays/holiday.rules.ts'
import type { Scheduling } from '../service.ts'
import { createTask, deleteTask, getTask, listStaffTasks, listTasks, updateTask } from './task.contract.ts'

export const taskHandlers = ({ db, tasks, comments, staff }: Scheduling) => {
  const checkAssigned = async (workspaceId: Id, staffId: Id | null | undefined): Promise<void> => {
    if (staffId) await staff.get(workspaceId, staffId)
  }
  const day = (dueDate: string | null | undefined) => (dueDate ? dayOf(dueDate) : dueDate)

  return [
    handle(listTasks, async ({ workspaceId, query }) => {
      const { items, pagination } = await tasks.list(workspaceId, query)
      return reply(200, { tasks: items.map(withIsoTimes), pagination })
    }),

    handle(createTask, async ({ workspaceId, body }) => {
      await checkAssigned(workspaceId, body.staffId)
      const task = await db.transaction(async (tx) => {
        const dueDate = body.dueDate && dayOf(body.dueDate)
        const created = withIsoTimes(await tasks.insert(workspaceId, { ...body, dueDate }))
        tx.publish(TaskChanged, { workspaceId, data: { task: created } })
        return created
      })
      return reply(201, { task })
    }),

    handle(getTask, async ({ workspaceId, params }) =>
      reply(200, { task: withIsoTimes(await tasks.get(workspaceId, params.taskId)) }),
    ),

    handle(updateTask, async ({ workspaceId, params, body }) => {
      await checkAssigned(workspaceId, body.staffId)
      const task = await db.transaction(async (tx) => {
        const updated = await tasks.update(workspaceId, params.taskId, {
          ...body,
          dueDate: day(body.dueDate),
        })
        if (!updated) throw notFound('Task')
        tx.publish(TaskChanged, { workspaceId, data: { task: withIsoTimes(updated) } })
        return withIsoTimes(updated)
      })
      return reply(200, { task })
    }),

    handle(deleteTask, async ({ workspaceId, params: { taskId } }) => {
      await db.transaction(async (tx) => {
        if (!(await tasks.remove(workspaceId, taskId))) throw notFound('Task')
        await comments.removeOf(workspaceId, taskId)
        tx.publish(TaskRemoved, { workspaceId, data: { taskId } })
      })
      return reply(204)
    }),

    handle(listStaffTasks, async ({ workspaceId, params: { staffId }, query }) => {
      await staff.get(workspaceId, staffId)
      const { items, pagination } = await tasks.list(workspaceId, { ...query, staffId })
      return reply(200, { tasks: items.map(withIsoTimes), pagination })
    }),
  ]
}
