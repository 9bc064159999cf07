import { iso } from '@wp/kernel'
import type { Comment } from './comment.contract.ts'
import type { StoredComment } from './comment.store.ts'

export const toComment = ({ authorAvatarUrl, createdAt, ...comment }: StoredComment): Comment => ({
  ...comment,
  ...(authorAvatarUrl !== null && { authorAvatarUrl }),
  createdAt: iso(createdAt),
})
