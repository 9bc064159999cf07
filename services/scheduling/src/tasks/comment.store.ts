import type { Id, PageQuery } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { NewComment } from './comment.contract.ts'

type CommentRecord = Omit<NewComment, 'authorAvatarUrl'> & { taskId: Id; authorAvatarUrl: string | null }
export type StoredComment = TenantDoc<CommentRecord>

export const commentCollection = collection<CommentRecord>(
  'task_comments',
  'Comment',
  {
    taskId: String,
    authorId: String,
    authorType: String,
    authorName: String,
    authorAvatarUrl: String,
    body: String,
  },
  [{ keys: { workspaceId: 1, taskId: 1, createdAt: -1, _id: -1 } }],
  { onePer: 'comment' },
)

export const commentStore = (db: Database) => {
  const comments = db.tenant(commentCollection)
  return {
    list: (workspaceId: Id, taskId: Id, query: PageQuery) =>
      comments(workspaceId).page({ filter: { taskId }, query }),
    insert: (workspaceId: Id, comment: CommentRecord) => comments(workspaceId).insert(comment),
    removeOfTask: (workspaceId: Id, taskId: Id) => comments(workspaceId).removeMany({ taskId }),
  }
}
