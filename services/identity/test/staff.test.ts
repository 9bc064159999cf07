import { newId } from '@wp/kernel'
import { newWorkspace, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import {
  apiAs,
  identityRpc,
  inviteMember,
  newestMessage,
  newMember,
  newRole,
  newStep,
  staffPassword,
} from './staff-members.ts'

const visitor = () => visitorApi(contract)

describe('POST /auth/invitations/accept', () => {
  it('sets the password and logs the staff member in with their assigned role', async () => {
    const workspace = await newWorkspace(contract)
    const member = await newMember(workspace, ['clients.view'])
    const { body } = await member.api.me()
    expect(body.account).toMatchObject({
      email: member.email,
      role: 'staff',
      permissions: ['clients.view'],
      staffId: member.staffId,
    })
    expect(await visitor().login({ email: member.email, password: staffPassword })).toMatchObject({
      status: 200,
    })
  })

  it('rejects a missing or weak password without using up the invitation', async () => {
    const workspace = await newWorkspace(contract)
    const { invitationToken: token } = await inviteMember(workspace, await newRole(workspace, []))
    expect(await visitor().acceptInvitation({ body: { token } })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'password',
    })
    expect(await visitor().acceptInvitation({ body: { token, password: 'short' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect((await visitor().acceptInvitation({ body: { token, password: staffPassword } })).status).toBe(200)
  })

  it('accepts an invitation only once across concurrent requests', async () => {
    const workspace = await newWorkspace(contract)
    const { invitationToken: token } = await inviteMember(workspace, await newRole(workspace, []))
    const attempts = await Promise.all(
      Array.from({ length: 5 }, () =>
        visitor().acceptInvitation({ body: { token, password: staffPassword } }),
      ),
    )
    expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(attempts.filter(({ status }) => status === 422)).toHaveLength(4)
  })
})

describe('POST /workspace/:workspaceId/staff/:staffId/invite', () => {
  it('replaces the previous invitation, and rejects unknown staff members and those that have already accepted', async () => {
    const workspace = await newWorkspace(contract)
    const { staffId, email, invitationToken } = await inviteMember(workspace, await newRole(workspace, []))
    expect((await workspace.api.inviteStaff({ params: { staffId } })).body.invitation).toMatchObject({
      staffId,
      email,
    })
    const again = (await newestMessage(email)).token
    const refused = await visitor().acceptInvitation({
      body: { token: invitationToken, password: staffPassword },
    })
    expect(refused).toFailWith(422, 'VALIDATION_FAILED', { path: 'token' })
    expect(
      (await visitor().acceptInvitation({ body: { token: again!, password: staffPassword } })).status,
    ).toBe(200)
    expect(await workspace.api.inviteStaff({ params: { staffId } })).toFailWith(409, 'CONFLICT')
    expect(await workspace.api.inviteStaff({ params: { staffId: newId() } })).toFailWith(404, 'NOT_FOUND')
    expect(await workspace.api.inviteStaff({ params: { staffId: 'x' } })).toFailWith(400, 'INVALID_ID')
    expect(await visitor().acceptInvitation.raw({ body: { password: 'x' } })).toFailWith(
      400,
      'INVALID_REQUEST',
      {
        path: 'token',
      },
    )
  })
})

describe('UpsertStaffAccount', () => {
  it('creates one membership and sends one invitation when the call is repeated', async () => {
    const workspace = await newWorkspace(contract)
    const roleId = await newRole(workspace, ['clients.view'])
    const { staffId, email } = await inviteMember(workspace, roleId)
    const request = { ...newStep(workspace), staffId, name: 'Sam Staff', email, roleId }
    await identityRpc().upsertStaffAccount(request)
    const { body } = await visitor().listOutbox({ query: { to: email } })
    expect(body.messages).toHaveLength(1)
    const { accounts } = await identityRpc().listStaffAccounts({
      workspaceId: workspace.workspaceId,
      staffIds: [],
    })
    expect(accounts).toEqual([expect.objectContaining({ staffId, email, roleId, status: 'invited' })])
  })

  it('creates one membership and sends one invitation for ten concurrent calls', async () => {
    const workspace = await newWorkspace(contract)
    const roleId = await newRole(workspace, [])
    const email = `${newId()}@shop.example`
    const request = { ...newStep(workspace), staffId: newId(), name: 'Sam', email, roleId }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => identityRpc().upsertStaffAccount(request)),
    )
    expect(new Set(replies.map(({ account }) => account?.accountId)).size).toBe(1)
    expect((await visitor().listOutbox({ query: { to: email } })).body.messages).toHaveLength(1)
  })

  it('rejects the email of an existing member, an invalid email and an unknown role', async () => {
    const workspace = await newWorkspace(contract)
    const roleId = await newRole(workspace, [])
    const { email } = await inviteMember(workspace, roleId)
    const request = { ...newStep(workspace), staffId: newId(), name: 'Other', email, roleId }
    await expect(identityRpc().upsertStaffAccount(request)).rejects.toMatchObject({ code: 'CONFLICT' })
    const owner = { ...request, email: workspace.email }
    await expect(identityRpc().upsertStaffAccount(owner)).rejects.toMatchObject({ code: 'CONFLICT' })
    const unknown = { ...request, roleId: newId() }
    await expect(identityRpc().upsertStaffAccount(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const bad = { ...request, email: 'no-address' }
    await expect(identityRpc().upsertStaffAccount(bad)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  it('rejects a role with permissions that the actor does not have', async () => {
    const workspace = await newWorkspace(contract)
    const member = await newMember(workspace, ['staff.create', 'clients.view'])
    const request = {
      ...newStep(workspace),
      staffId: newId(),
      name: 'New',
      email: `new-${member.email}`,
      actorAccountId: member.accountId,
    }
    const roleId = await newRole(workspace, ['labs.run'])
    await expect(identityRpc().upsertStaffAccount({ ...request, roleId })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const allowed = await newRole(workspace, ['clients.view'])
    const { account } = await identityRpc().upsertStaffAccount({ ...request, roleId: allowed })
    expect(account).toMatchObject({ roleId: allowed, status: 'invited' })
  })

  it('moves the membership to a new account when the email changes, ends the old login sessions, and can restore the old account', async () => {
    const workspace = await newWorkspace(contract)
    const member = await newMember(workspace, ['clients.view'])
    const email = `moved-${member.email}`
    const { staffId, roleId } = member
    const request = { ...newStep(workspace), staffId, name: 'Sam Staff', email, roleId }
    const { account } = await identityRpc().upsertStaffAccount(request)
    expect(account).toMatchObject({ email, status: 'invited' })
    expect(account?.accountId).not.toBe(member.accountId)
    await expect.poll(async () => (await member.api.me()).status).toBe(401)

    const undone = { ...request, ...newStep(workspace), email: member.email, restores: true }
    const restored = await identityRpc().upsertStaffAccount(undone)
    expect(restored.account).toMatchObject({ accountId: member.accountId, status: 'active' })
    const login = await visitor().login({ email: member.email, password: staffPassword })
    expect(login.status).toBe(200)
  })

  it('rejects calls that arrive after their saga step was undone, as does RemoveStaffAccount', async () => {
    const workspace = await newWorkspace(contract)
    const [roleId, other] = [await newRole(workspace, []), await newRole(workspace, [])]
    const login = { staffId: newId(), name: 'Sam', email: `${newId()}@shop.example`, roleId }
    const list = async () => {
      const { workspaceId } = workspace
      return (await identityRpc().listStaffAccounts({ workspaceId, staffIds: [login.staffId] })).accounts
    }
    const late = { code: 'CONFLICT' }
    const making = { ...newStep(workspace), ...login }
    await identityRpc().removeStaffAccount({ ...newStep(workspace), staffId: login.staffId })
    await expect(identityRpc().upsertStaffAccount(making)).rejects.toMatchObject(late)
    expect(await list()).toEqual([])

    await identityRpc().upsertStaffAccount({ ...newStep(workspace), ...login })
    const changing = { ...newStep(workspace), ...login, roleId: other }
    const removing = { ...newStep(workspace), staffId: login.staffId }
    await identityRpc().upsertStaffAccount({ ...newStep(workspace), ...login, restores: true })
    await expect(identityRpc().upsertStaffAccount(changing)).rejects.toMatchObject(late)
    await expect(identityRpc().removeStaffAccount(removing)).rejects.toMatchObject(late)
    expect(await list()).toMatchObject([{ roleId, email: login.email }])
  })

  it('rejects a call without an actor, or with an actor who is not a member', async () => {
    const workspace = await newWorkspace(contract)
    const roleId = await newRole(workspace, [])
    const email = `${newId()}@shop.example`
    for (const actorAccountId of [undefined, '', newId()]) {
      const request = { ...newStep(workspace), staffId: newId(), name: 'Sam', email, roleId, actorAccountId }
      await expect(identityRpc().upsertStaffAccount(request)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})

describe('RemoveStaffAccount', () => {
  it("ends the staff member's access immediately", async () => {
    const workspace = await newWorkspace(contract)
    const member = await newMember(workspace, ['clients.view'])
    const place = { ...newStep(workspace), staffId: member.staffId }
    expect(await identityRpc().removeStaffAccount(place)).toEqual({ removed: true })
    expect(await identityRpc().removeStaffAccount(place)).toEqual({ removed: false })
    await expect.poll(async () => (await member.api.me()).status).toBe(401)
    expect(await visitor().refresh({ refreshToken: member.refreshToken })).toFailWith(401, 'UNAUTHENTICATED')
    const login = await visitor().login({ email: member.email, password: staffPassword })
    expect(login).toFailWith(401, 'INVALID_CREDENTIALS')
  })
})

describe('POST /auth/login', () => {
  it('asks for a workspace when the account belongs to two, and rejects one that it does not belong to', async () => {
    const [first, second] = [await newWorkspace(contract), await newWorkspace(contract)]
    const member = await newMember(first, ['clients.view'])
    const invited = await inviteMember(second, await newRole(second, ['labs.view']), member.email)
    expect((await visitor().acceptInvitation({ body: { token: invited.invitationToken } })).status).toBe(200)
    const credentials = { email: member.email.toUpperCase(), password: staffPassword }
    const asked = (await visitor().login(credentials)).body
    expect(asked).toMatchObject({ workspaceRequired: true })
    const ids = 'workspaces' in asked ? asked.workspaces.map(({ id }) => id) : []
    expect(ids.toSorted()).toEqual([first.workspaceId, second.workspaceId].toSorted())
    const { body } = await visitor().login({ ...credentials, workspaceId: second.workspaceId })
    if (!('token' in body)) throw new Error('The login returned no token')
    expect((await apiAs(body.token, second.workspaceId).me()).body.account.permissions).toEqual(['labs.view'])
    const stranger = await newWorkspace(contract)
    const elsewhere = await visitor().login({ ...credentials, workspaceId: stranger.workspaceId })
    expect(elsewhere).toFailWith(401, 'INVALID_CREDENTIALS')
  })
})
