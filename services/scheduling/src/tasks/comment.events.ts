import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { Comment } from './comment.contract.ts'
import type { StoredComment } from './comment.store.ts'
import { toComment } from './comment.view.ts'

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
  publishPublicEvent(tx, TaskCommentPublished, 'created', workspaceId, { ...comment, taskId })
}
