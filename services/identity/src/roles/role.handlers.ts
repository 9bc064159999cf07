import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { createRole, deleteRole, updateRole } from './role.actions.ts'
import * as routes from './role.contract.ts'
import { toRole } from './role.view.ts'

export const roleHandlers = (deps: IdentityDeps) => [
  handle(routes.listPermissions, async () => reply(200, { permissions: deps.permissions.list() })),

  handle(routes.listRoles, async ({ workspaceId, query }) => {
    const { items, pagination } = await deps.roles.page(workspaceId, query)
    return reply(200, { roles: items.map(toRole), pagination })
  }),

  handle(routes.createRole, async ({ workspaceId, body, principal }) =>
    reply(201, { role: toRole(await createRole(deps, workspaceId, body, principal)) }),
  ),

  handle(routes.updateRole, async ({ workspaceId, params: { roleId }, body, principal }) =>
    reply(200, { role: toRole(await updateRole(deps, workspaceId, roleId, body, principal)) }),
  ),

  handle(routes.deleteRole, async ({ workspaceId, params: { roleId }, principal }) => {
    await deleteRole(deps, workspaceId, roleId, principal)
    return reply(204)
  }),
]
