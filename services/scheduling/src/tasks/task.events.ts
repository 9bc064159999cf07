import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Id } from '@wp/kernel'
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

export const publishTaskChanged = (tx: Tx, stored: StoredTask): void =>
  tx.publish(TaskChanged, { workspaceId: stored.workspaceId, data: { task: toTask(stored) } })

export const publishTaskRemoved = (tx: Tx, workspaceId: Id, taskId: Id): void =>
  tx.publish(TaskRemoved, { workspaceId, data: { taskId } })
