import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Comment } from './comment.contract.ts'
import type { StoredComment } from './comment.store.ts'
import { toComment } from './comment.view.ts'

export const TaskCommentAdded = defineEvent({
  type: 'wp.scheduling.comment.added.v1',
  summary: 'A comment was added to a task',
  data: z.object({ taskId: IdString, comment: Comment }),
})

export const TaskCommentPublished = definePublicEvent({
  service: 'scheduling',
  resource: 'task_comment',
  field: 'comment',
  verbs: ['created'],
  permission: 'tasks.view',
  record: Comment.extend({ taskId: IdString }),
})

export const publishTaskCommentAdded = (tx: Tx, stored: StoredComment): void => {
  const { workspaceId, taskId } = stored
  const comment = toComment(stored)
  tx.publish(TaskCommentAdded, { workspaceId, data: { taskId, comment } })
  publishPublicEvent(tx, TaskCommentPublished, 'created', workspaceId, { ...comment, taskId })
}
