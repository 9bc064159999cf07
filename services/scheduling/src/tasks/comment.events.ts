import { defineEvent } from '@wp/bus'
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

export const publishTaskCommentAdded = (tx: Tx, stored: StoredComment): void =>
  tx.publish(TaskCommentAdded, {
    workspaceId: stored.workspaceId,
    data: { taskId: stored.taskId, comment: toComment(stored) },
  })
