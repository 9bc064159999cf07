import type { WorkspacePrincipal } from '@wp/auth'
import { newId } from '@wp/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRole, updateRole } from '../src/roles/role.actions.ts'
import { ownDeps } from './own-deps.ts'
import type { OwnDeps } from './own-deps.ts'

let own: OwnDeps

beforeAll(async () => {
  own = await ownDeps()
})

afterAll(() => own.close())

/** Creates a manager whose token still has a permission that the owner has removed from the role. */
const newOutdatedManager = async () => {
  const { deps } = own
  const { workspaceId, principal } = await own.newOwner()
  const owner = await principal()
  const body = { name: 'Manager', permissions: ['staff.manage', 'labs.run'] as const }
  const { id: roleId } = await createRole(
    deps,
    workspaceId,
    { ...body, permissions: [...body.permissions] },
    owner,
  )
  const { id: accountId } = await deps.accounts.insert({ email: `${newId()}@shop.example` })
  const staffId = newId()
  const name = 'Sam'
  await deps.memberships.insertStaff({ workspaceId, accountId, staffId, roleId, name, status: 'active' })
  await updateRole(deps, workspaceId, roleId, { permissions: ['staff.manage'] }, owner)
  const manager: WorkspacePrincipal = {
    ...owner,
    accountId,
    role: 'staff',
    staffId,
    permissions: body.permissions,
  }
  return { workspaceId, roleId, owner, manager }
}

describe('updateRole', () => {
  it("rejects restoring a permission that the caller's token still has but their role has lost", async () => {
    const { workspaceId, roleId, manager } = await newOutdatedManager()
    const restored = updateRole(
      own.deps,
      workspaceId,
      roleId,
      { permissions: ['staff.manage', 'labs.run'] },
      manager,
    )
    await expect(restored).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await own.deps.roles.get(workspaceId, roleId)).permissions).toEqual(['staff.manage'])
  })

  it("accepts permissions that the caller's role still has", async () => {
    const { workspaceId, owner, manager } = await newOutdatedManager()
    const role = await createRole(own.deps, workspaceId, { name: 'Desk', permissions: [] }, owner)
    const changes = { permissions: ['staff.manage' as const] }
    await expect(updateRole(own.deps, workspaceId, role.id, changes, manager)).resolves.toMatchObject(changes)
  })
})

describe('createRole', () => {
  it("rejects a permission that the caller's token still has but their role has lost", async () => {
    const { workspaceId, manager } = await newOutdatedManager()
    const body = { name: 'Lab', permissions: ['labs.run' as const] }
    await expect(createRole(own.deps, workspaceId, body, manager)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})
