import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Task } from './task.contract.ts'
import type { StoredTask } from './task.store.ts'
import { toTask } from './task.view.ts'

export const TaskChanged = defineEvent({
  type: 'wp.scheduling.task.changed.v1',
  summary: 'A task was created or updated',
  data: z.object({ task: Task }),
})

export const TaskRemoved = defineEvent({
  type: 'wp.scheduling.task.removed.v1',
  summary: 'A task and its comments were deleted',
  data: z.object({ taskId: IdString }),
})

export const TaskPublished = definePublicEvent({
  service: 'scheduling',
  resource: 'task',
  verbs: ['created', 'updated', 'removed'],
  permission: 'tasks.view',
  record: Task,
})

export const publishTaskChanged = (tx: Tx, verb: 'created' | 'updated', stored: StoredTask): void => {
  const task = toTask(stored)
  tx.publish(TaskChanged, { workspaceId: stored.workspaceId, data: { task } })
  publishPublicEvent(tx, TaskPublished, verb, stored.workspaceId, task)
}

export const publishTaskRemoved = (tx: Tx, stored: StoredTask): void => {
  const { workspaceId, id } = stored
  tx.publish(TaskRemoved, { workspaceId, data: { taskId: id } })
  publishPublicEvent(tx, TaskPublished, 'removed', workspaceId, toTask(stored))
}
