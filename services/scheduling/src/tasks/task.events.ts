import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { Task } from './task.contract.ts'
import type { StoredTask } from './task.store.ts'
import { toTask } from './task.view.ts'

export const TaskPublished = definePublicEvent({
  service: 'scheduling',
  resource: 'task',
  verbs: ['created', 'updated', 'removed'],
  permission: 'tasks.view',
  record: Task,
})

export const publishTaskChanged = (tx: Tx, verb: 'created' | 'updated', stored: StoredTask): void =>
  publishPublicEvent(tx, TaskPublished, verb, stored.workspaceId, toTask(stored))

export const publishTaskRemoved = (tx: Tx, stored: StoredTask): void =>
  publishPublicEvent(tx, TaskPublished, 'removed', stored.workspaceId, toTask(stored))
