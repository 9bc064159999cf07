import { includesPermission, workspacePermissions } from '@wp/auth'
import type { WorkspacePermission } from '@wp/auth'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { apiOf, newStaff, newWorkspace, platform, uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'

const catalogue = Object.keys(workspacePermissions) as WorkspacePermission[]
const password = 'correct-horse-1'

/** Returns all permissions except those that would grant this one. */
const allBut = (permission: WorkspacePermission) =>
  catalogue.filter((held) => !includesPermission([held], permission))

/** Creates two members whose permissions each test case changes. */
const newPair = async () => {
  const workspace = await newWorkspace(identity)
  const owner = { ...workspace.api, ...workspace.use(scheduling) }
  const actor = await newStaff(workspace, catalogue, identity)
  const { body } = await owner.createRole({ name: uniqueName('Role '), permissions: [] })
  const email = `${uniqueName('staff')}@shop.example`
  const target = (await owner.createStaff({ name: 'Target', email, roleId: body.role.id })).body.staff
  const { roleId } = (await owner.getStaff({ params: { staffId: actor.staffId } })).body.staff
  const { account } = (await actor.api.me()).body
  const logIn = async () => {
    const login = await visitorApi(identity).login({ email: account.email, password })
    if (!('token' in login.body)) throw new Error('The staff member could not log in')
    const caller = {
      baseUrl: `${platform().gatewayUrl}/v1`,
      token: login.body.token,
      params: { workspaceId: workspace.workspaceId },
    }
    return { ...apiOf(identity, caller), ...apiOf(scheduling, caller) }
  }
  return {
    owner,
    target,
    spareRoleId: (await owner.createRole({ name: uniqueName('Role '), permissions: [] })).body.role.id,
    /** Sets the permissions of the actor's and the target's roles. */
    become: async (permissions: WorkspacePermission[], ofTarget: WorkspacePermission[]) => {
      await owner.updateRole({ params: { roleId }, body: { permissions } })
      await owner.updateRole({ params: { roleId: target.roleId }, body: { permissions: ofTarget } })
      return logIn()
    },
  }
}
type Pair = Awaited<ReturnType<typeof newPair>>
type Actor = Awaited<ReturnType<Pair['become']>>

const changes: Record<string, (actor: Actor, pair: Pair) => Promise<{ status: number }>> = {
  email: (actor, { target }) =>
    actor.updateStaff({ params: { staffId: target.id }, body: { email: 'mine@elsewhere.example' } }),
  role: (actor, { target, spareRoleId }) =>
    actor.updateStaff({ params: { staffId: target.id }, body: { roleId: spareRoleId } }),
  'permissions of the role': (actor, { target }) =>
    actor.updateRole({ params: { roleId: target.roleId }, body: { permissions: [] } }),
  invitation: (actor, { target }) => actor.inviteStaff({ params: { staffId: target.id } }),
  membership: (actor, { target }) => actor.deleteStaff({ params: { staffId: target.id } }),
}

describe('staff permissions', () => {
  it('rejects changes to a member who has a permission that the caller does not have', async () => {
    const pair = await newPair()
    const allowed: string[] = []
    for (const permission of catalogue) {
      const actor = await pair.become(allBut(permission), [permission])
      for (const [what, change] of Object.entries(changes)) {
        const { status } = await change(actor, pair)
        if (status !== 403) allowed.push(`${what} of a member with ${permission}: ${status}`)
      }
    }
    expect(allowed).toEqual([])
    const { staff } = (await pair.owner.getStaff({ params: { staffId: pair.target.id } })).body
    expect(staff).toMatchObject({ email: pair.target.email, roleId: pair.target.roleId })
  })

  it("allows changes by a caller who has all of the member's permissions", async () => {
    const pair = await newPair()
    const refused: string[] = []
    for (const [what, change] of Object.entries(changes)) {
      const actor = await pair.become(catalogue, ['clients.view'])
      const { status } = await change(actor, pair)
      if (status >= 300) refused.push(`${what}: ${status}`)
    }
    expect(refused).toEqual([])
  })
})
