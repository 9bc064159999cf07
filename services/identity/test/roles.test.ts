import { newId } from '@wp/kernel'
import { newWorkspace, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { apiAs, identityRpc, newMember, newRole, newStep } from './staff-members.ts'
import { countStatuses } from './second-factors.ts'

describe('/workspace/:workspaceId/roles', () => {
  it('lets an owner create, list, update and delete roles', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const created = await api.createRole({
      name: ' Front desk ',
      permissions: ['clients.view', 'clients.view'],
    })
    expect(created.status).toBe(201)
    const { role } = created.body
    expect(role).toMatchObject({ workspaceId, name: 'Front desk', permissions: ['clients.view'] })
    const params = { roleId: role.id }
    const changed = await api.updateRole({ params, body: { permissions: ['labs.run'] } })
    expect(changed.body.role).toMatchObject({ name: 'Front desk', permissions: ['labs.run'] })
    expect((await api.updateRole({ params, body: {} })).body.role.permissions).toEqual(['labs.run'])
    const listed = await api.listRoles({ query: { limit: 1 } })
    expect(listed.body).toMatchObject({ roles: [{ id: role.id }], pagination: { total: 1, totalPages: 1 } })
    expect((await api.deleteRole({ params })).status).toBe(204)
    expect(await api.deleteRole({ params })).toFailWith(404, 'NOT_FOUND')
  })

  it('rejects unknown permissions and blank names with 422, wrong types with 400 and an unknown role with 404', async () => {
    const { api } = await newWorkspace(contract)
    const good = { name: 'Desk', permissions: [] }
    const unknown = await api.createRole({ ...good, permissions: ['everything'] })
    expect(unknown).toFailWith(422, 'VALIDATION_FAILED', { path: 'permissions.0' })
    expect(await api.createRole({ ...good, name: ' ' })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'name',
    })
    expect(await api.createRole.raw({ body: { name: 'Desk' } })).toFailWith(400, 'INVALID_REQUEST', {
      path: 'permissions',
    })
    const params = { roleId: (await api.createRole(good)).body.role.id }
    expect(await api.updateRole.raw({ params, body: { name: 7 } })).toFailWith(400, 'INVALID_REQUEST', {
      path: 'name',
    })
    expect(await api.updateRole({ params, body: { name: '' } })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.updateRole({ params: { roleId: newId() }, body: {} })).toFailWith(404, 'NOT_FOUND')
    expect(await api.updateRole({ params: { roleId: 'x' }, body: {} })).toFailWith(400, 'INVALID_ID')
    expect(await api.deleteRole({ params: { roleId: 'x' } })).toFailWith(400, 'INVALID_ID')
    expect(await api.listRoles({ query: { page: 'x' } })).toFailWith(400, 'INVALID_REQUEST')
  })

  it('lets staff grant and remove only permissions that they have', async () => {
    const workspace = await newWorkspace(contract)
    const member = await newMember(workspace, ['staff.manage', 'clients.manage'])
    const beyond = await member.api.createRole({ name: 'Lab', permissions: ['labs.run'] })
    expect(beyond).toFailWith(403, 'FORBIDDEN')
    const { role } = (await member.api.createRole({ name: 'Desk', permissions: ['clients.view'] })).body
    const more = { params: { roleId: role.id }, body: { permissions: ['clients.view', 'finance.view'] } }
    expect(await member.api.updateRole(more)).toFailWith(403, 'FORBIDDEN')
    const ownRole = { params: { roleId: member.roleId }, body: { permissions: ['labs.run'] } }
    expect(await member.api.updateRole(ownRole)).toFailWith(403, 'FORBIDDEN')
    const lab = await newRole(workspace, ['clients.view', 'labs.run'])
    const less = { params: { roleId: lab }, body: { permissions: ['clients.view'] } }
    expect(await member.api.updateRole(less)).toFailWith(403, 'FORBIDDEN')
    const renamed = { params: { roleId: lab }, body: { name: 'Laboratory' } }
    expect((await member.api.updateRole(renamed)).status).toBe(200)
  })
})

describe('GET /workspace/permissions', () => {
  it('lists all permissions and their labels for any member', async () => {
    const workspace = await newWorkspace(contract)
    const { permissions } = (await workspace.api.listPermissions()).body
    expect(permissions).toContainEqual({ key: 'labs.run', label: expect.any(String) })
    const member = await newMember(workspace, [])
    expect((await member.api.listPermissions()).body.permissions).toEqual(permissions)
  })
})

describe('DELETE /workspace/:workspaceId/roles/:roleId', () => {
  it('rejects the deletion of a role that is in use', async () => {
    const workspace = await newWorkspace(contract)
    const member = await newMember(workspace, [])
    const params = { roleId: member.roleId }
    expect(await workspace.api.deleteRole({ params })).toFailWith(409, 'CONFLICT')
    await identityRpc().removeStaffAccount({ ...newStep(workspace), staffId: member.staffId })
    expect((await workspace.api.deleteRole({ params })).status).toBe(204)
  })

  it('allows either the deletion or a concurrent assignment of the role, but not both', async () => {
    const workspace = await newWorkspace(contract)
    const assign = (roleId: string) => {
      const email = `r${newId()}@shop.example`
      const request = { ...newStep(workspace), staffId: newId(), name: 'New', email, roleId }
      return identityRpc()
        .upsertStaffAccount(request)
        .then(
          () => true,
          () => false,
        )
    }
    expect(await assign(await newRole(workspace, []))).toBe(true)
    for (let round = 0; round < 5; round += 1) {
      const roleId = await newRole(workspace, [])
      const given = assign(roleId)
      const deleted = workspace.api.deleteRole({ params: { roleId } }).then(({ status }) => status === 204)
      expect(await given).not.toBe(await deleted)
    }
  })
})

describe('PATCH /workspace/:workspaceId/roles/:roleId', () => {
  it('invalidates the access tokens of members with the role, but not those of others', async () => {
    const workspace = await newWorkspace(contract)
    const [member, other] = [
      await newMember(workspace, ['staff.manage']),
      await newMember(workspace, ['staff.manage']),
    ]
    await workspace.api.updateRole({
      params: { roleId: member.roleId },
      body: { permissions: ['clients.view'] },
    })
    await expect.poll(async () => (await member.api.listRoles()).status).toBe(401)
    expect(await member.api.listRoles()).toFailWith(401, 'TOKEN_EXPIRED')
    expect((await other.api.listRoles()).status).toBe(200)
    expect((await workspace.api.listRoles()).status).toBe(200)
    const { body } = await visitorApi(contract).refresh({ refreshToken: member.refreshToken })
    const renewed = apiAs(body.token, workspace.workspaceId)
    expect(await renewed.listRoles()).toFailWith(403, 'FORBIDDEN')
    expect((await renewed.me()).body.account.permissions).toEqual(['clients.view'])
  })

  it('invalidates tokens that were issued while permissions were being removed', async () => {
    const workspace = await newWorkspace(contract)
    const member = await newMember(workspace, ['staff.manage'])
    const change = { params: { roleId: member.roleId }, body: { permissions: [] } }
    const [login, changed] = [
      visitorApi(contract).refresh({ refreshToken: member.refreshToken }),
      workspace.api.updateRole(change),
    ]
    const refreshed = await login
    expect(refreshed.status).toBe(200) // without a token, the poll below would always pass
    const { token } = refreshed.body
    expect((await changed).status).toBe(200)
    await expect
      .poll(async () => [401, 403].includes((await apiAs(token, workspace.workspaceId).listRoles()).status))
      .toBe(true)
  })

  it('accepts concurrent updates and keeps the result of one of them', async () => {
    const { api } = await newWorkspace(contract)
    const params = { roleId: (await api.createRole({ name: 'Desk', permissions: [] })).body.role.id }
    const names = ['a', 'b', 'c', 'd']
    const counted = await countStatuses(names.map((name) => api.updateRole({ params, body: { name } })))
    expect(counted).toEqual({ 200: 4 })
    const [role] = (await api.listRoles()).body.roles
    expect(names).toContain(role!.name)
  })
})
