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

const path = '/workspace/:workspaceId/tasks/:taskId/comments'
const staffPath = '/workspace/staff/:staffId/tasks/:taskId/comments'
const staffPermissions = ['staff.view', 'tasks.view', 'tasks.manage'] as const
const tag = 'Tasks'

const OneComment = z.object({ comment: Comment })
const Comments = z.object({ comments: z.array(Comment), pagination: Pagination })

export const listComments = defineRoute({
  id: 'listComments',
  method: 'GET',
  path,
  summary: 'List comments on a task',
  description: 'Sorted by creation time, newest first.',
  tag,
  access: workspace('tasks.view'),
  query: pageQuery,
  replies: { 200: Comments },
  fails: [400, 401, 403, 404],
})

export const createComment = defineRoute({
  id: 'createComment',
  method: 'POST',
  path,
  summary: 'Create a comment on a task',
  description: 'Staff members comment as themselves; owners comment as the workspace.',
  tag,
  access: workspace('tasks.view', { callers: 'persons' }), // the author must be a person
  body: NewComment,
  replies: { 201: OneComment },
  fails: [400, 401, 403, 404, 409, 422],
})

export const listTaskComments = defineRoute({
  id: 'listTaskComments',
  method: 'GET',
  path: staffPath,
  summary: "List comments on a staff member's task",
  description: 'Sorted by creation time, newest first. The access token determines the workspace.',
  tag,
  access: workspace(staffPermissions),
  query: pageQuery,
  replies: { 200: Comments },
  fails: [400, 401, 403, 404],
})

export const createTaskComment = defineRoute({
  id: 'createTaskComment',
  method: 'POST',
  path: staffPath,
  summary: "Create a comment on a staff member's task",
  description: 'Staff members comment as themselves; owners comment as the workspace.',
  tag,
  access: workspace(staffPermissions, { callers: 'persons' }), // the author must be a person
  body: NewComment,
  replies: { 201: OneComment },
  fails: [400, 401, 403, 404, 409, 422],
})
