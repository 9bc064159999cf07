import { HttpUrl, IdString, nonBlank, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { defineRoute, workspace } from '@wp/http'
import { z } from 'zod'

const AuthorType = z.enum(['staff', 'workspace'])

export const Comment = z
  .object({
    id: IdString,
    authorId: IdString,
    authorType: AuthorType,
    authorName: z.string(),
    authorAvatarUrl: z.string().optional(),
    body: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'TaskComment' })
export type Comment = z.output<typeof Comment>

export const NewComment = z.object({
  authorId: IdString.describe("The caller's staff id, or the workspace id for an owner"),
  authorType: AuthorType,
  authorName: nonBlank(200),
  authorAvatarUrl: HttpUrl.optional(),
  body: nonBlank(10_000),
})
export type NewComment = z.output<typeof NewComment>

const path = '/workspace/staff/:staffId/tasks/:taskId/comments'
const permissions = ['staff.view', 'tasks.view', 'tasks.manage'] as const
const tag = 'Tasks'

export const listTaskComments = defineRoute({
  id: 'listTaskComments',
  method: 'GET',
  path,
  summary: 'List comments on a task',
  description: 'Sorted by creation time, newest first. The access token determines the workspace.',
  tag,
  access: workspace(permissions),
  query: pageQuery,
  replies: { 200: z.object({ comments: z.array(Comment), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const createTaskComment = defineRoute({
  id: 'createTaskComment',
  method: 'POST',
  path,
  summary: 'Create a comment on a task',
  description: 'Staff members comment as themselves; owners comment as the workspace.',
  tag,
  access: workspace(permissions, { callers: 'persons' }), // the author is a person
  body: NewComment,
  replies: { 201: z.object({ comment: Comment }) },
  fails: [400, 401, 403, 404, 409, 422],
})
