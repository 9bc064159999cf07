import { workspacePermissions } from '@wp/auth'
import { handle, reply } from '@wp/http'
import { AppError, notFound, withIsoTimes } from '@wp/kernel'
import { actorOf } from '../audit/audit.store.ts'
import { RoleChanged, RoleRemoved } from '../events.ts'
import type { Identity } from '../parts.ts'
import { createRole, deleteRole, listPermissions, listRoles, updateRole } from './role.contract.ts'
import { checkGrant, grantsTheSame } from './role.rules.ts'
import type { StoredRole } from './role.store.ts'

const catalogue = Object.entries(workspacePermissions).map(([key, label]) => ({ key, label }))

export const roleHandlers = ({ db, clock, roles, memberships, revocations, audit }: Identity) => [
  handle(listPermissions, async () => reply(200, { permissions: catalogue })),

  handle(listRoles, async ({ workspaceId, query }) => {
    const { items, pagination } = await roles.page(workspaceId, query)
    return reply(200, { roles: items.map(shownRole), pagination })
  }),

  handle(createRole, async ({ workspaceId, body, principal }) => {
    checkGrant(principal, body.permissions)
    const role = await db.transaction(async (tx) => {
      const created = await roles.insert(workspaceId, body)
      tx.publish(RoleChanged, { workspaceId, data: { role: created } })
      await audit.record({ ...actorOf(principal), action: 'role.created', ...target(created.id) })
      return created
    })
    return reply(201, { role: shownRole(role) })
  }),

  handle(updateRole, async ({ workspaceId, params: { roleId }, body, principal }) => {
    const role = await db.transaction(async (tx) => {
      const known = await roles.get(workspaceId, roleId)
      checkGrant(principal, body.permissions ?? [], known.permissions)
      const updated = (await roles.update(workspaceId, roleId, body)) ?? known
      tx.publish(RoleChanged, { workspaceId, data: { role: updated } })
      await audit.record({ ...actorOf(principal), action: 'role.updated', ...target(roleId) })
      if (!grantsTheSame(known.permissions, updated.permissions)) {
        const members = await memberships.touchRole(workspaceId, roleId, clock.now())
        await revocations.outdate(
          tx,
          workspaceId,
          members.map(({ accountId }) => accountId),
        )
      }
      return updated
    })
    return reply(200, { role: shownRole(role) })
  }),

  handle(deleteRole, async ({ workspaceId, params: { roleId }, principal }) => {
    await db.transaction(async (tx) => {
      if (!(await roles.remove(workspaceId, roleId))) throw notFound('Role')
      if (await memberships.isRoleTaken(workspaceId, roleId))
        throw new AppError('CONFLICT', 'Staff have this role: give them another one first')
      tx.publish(RoleRemoved, { workspaceId, data: { roleId } })
      await audit.record({ ...actorOf(principal), action: 'role.deleted', ...target(roleId) })
    })
    return reply(204)
  }),
]

const shownRole = (role: StoredRole) => withIsoTimes(role)
const target = (roleId: string) => ({ targetType: 'role', targetId: roleId })
