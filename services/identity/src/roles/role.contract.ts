import { isWorkspacePermission } from '@wp/auth'
import type { WorkspacePermission } from '@wp/auth'
import { defineRoute, resource, workspace } from '@wp/http'
import { IdString, nonBlank, pageQuery, Pagination } from '@wp/kernel'
import { z } from 'zod'

export const Role = resource('Role', {
  workspaceId: IdString,
  name: z.string(),
  permissions: z.array(z.string()),
})

export const Permissions = z
  .array(
    z.string().refine((key): key is WorkspacePermission => isWorkspacePermission(key), {
      error: 'must be a permission listed by GET /workspace/permissions',
    }),
  )
  .max(200)
  .transform((keys) => [...new Set(keys)] as WorkspacePermission[])

const NewRole = z.object({ name: nonBlank(100), permissions: Permissions })
export type NewRole = z.output<typeof NewRole>

const RoleChanges = NewRole.partial()
export type RoleChanges = z.output<typeof RoleChanges>

const OneRole = z.object({ role: Role })
const access = workspace('staff.manage', { subscription: 'ignored' })
const path = '/workspace/:workspaceId/roles'
const one = `${path}/:roleId` as const
const tag = 'Roles'

export const listPermissions = defineRoute({
  id: 'listPermissions',
  method: 'GET',
  path: '/workspace/permissions',
  summary: 'List permissions',
  tag,
  access: workspace('member'),
  replies: { 200: z.object({ permissions: z.array(z.object({ key: z.string(), label: z.string() })) }) },
  fails: [401, 403, 404],
})

export const listRoles = defineRoute({
  id: 'listRoles',
  method: 'GET',
  path,
  summary: 'List roles',
  description: 'Sorted by creation time, newest first.',
  tag,
  access,
  query: pageQuery,
  replies: { 200: z.object({ roles: z.array(Role), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const createRole = defineRoute({
  id: 'createRole',
  method: 'POST',
  path,
  summary: 'Create a role',
  description: 'You can only grant permissions that you have.',
  tag,
  access,
  body: NewRole,
  replies: { 201: OneRole },
  fails: [400, 401, 403, 404, 409, 422],
})

export const updateRole = defineRoute({
  id: 'updateRole',
  method: 'PATCH',
  path: one,
  summary: 'Update a role',
  description: 'When the permissions change, members with this role must refresh their access tokens.',
  tag,
  access,
  body: RoleChanges,
  replies: { 200: OneRole },
  fails: [400, 401, 403, 404, 422],
})

export const deleteRole = defineRoute({
  id: 'deleteRole',
  method: 'DELETE',
  path: one,
  summary: 'Delete a role',
  description: 'A role that is in use cannot be deleted.',
  tag,
  access,
  replies: { 204: null },
  fails: [400, 401, 403, 404, 409],
})
