import { newApiKey } from '@wp/auth'
import { newId } from '@wp/kernel'
import { newWorkspace, platform, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { keyFields as body, newKey, waitForStatus } from './api-key-scene.ts'
import { apiAs, identityRpc, newMember, newRole, newStep } from './staff-members.ts'

describe('a removed member', () => {
  it('loses their keys, except those that survive the member', async () => {
    const workspace = await newWorkspace(contract)
    const member = await newMember(workspace, ['integrations.manage', 'staff.manage'])
    const own = { api: member.api, workspaceId: workspace.workspaceId }
    const bound = await newKey(own)
    const surviving = await newKey(own, { ...body, survivesMember: true })
    expect((await bound.api.listRoles()).status).toBe(200)
    expect((await surviving.api.listRoles()).status).toBe(200)
    await identityRpc().removeStaffAccount({ ...newStep(workspace), staffId: member.staffId })
    await waitForStatus(bound.api, 401)
    expect((await surviving.api.listRoles()).status).toBe(200)
    const { apiKeys } = (await workspace.api.listApiKeys()).body
    expect(apiKeys.map(({ id, revokedAt }) => [id, revokedAt !== null])).toEqual([
      [surviving.apiKey.id, false],
      [bound.apiKey.id, true],
    ])
    const { entries } = (await workspace.api.listWorkspaceAudit({ query: { action: 'api-key.revoked' } }))
      .body
    expect(entries).toMatchObject([{ targetId: bound.apiKey.id, actorKind: 'system' }])
  })
})

describe('a member who loses a permission', () => {
  it('loses it in their keys too, except in keys that survive the member', async () => {
    const workspace = await newWorkspace(contract)
    const member = await newMember(workspace, ['integrations.manage', 'staff.manage'])
    const own = { api: member.api, workspaceId: workspace.workspaceId }
    const bound = await newKey(own)
    const surviving = await newKey(own, { ...body, survivesMember: true })
    expect((await bound.api.listRoles()).status).toBe(200)
    const params = { roleId: member.roleId }
    await workspace.api.updateRole({ params, body: { permissions: ['integrations.manage'] } })
    await waitForStatus(bound.api, 403)
    expect((await surviving.api.listRoles()).status).toBe(200)
    await workspace.api.updateRole({ params, body: { permissions: ['staff.manage'] } })
    await waitForStatus(bound.api, 200)
    const weaker = {
      roleId: await newRole(workspace, ['clients.view']),
      name: 'Sam Staff',
      email: member.email,
    }
    await identityRpc().upsertStaffAccount({ ...newStep(workspace), staffId: member.staffId, ...weaker })
    await waitForStatus(bound.api, 403)
  })
})

describe('a program with an API key', () => {
  it('grants only the permissions of its key, although the owner created it', async () => {
    const workspace = await newWorkspace(contract)
    const { api, apiKey } = await newKey(workspace, {
      name: 'HR sync',
      permissions: ['staff.manage', 'clients.view'],
    })
    expect(await api.createRole({ name: 'Lab', permissions: ['labs.run'] })).toFailWith(403, 'FORBIDDEN')
    const created = await api.createRole({ name: 'Desk', permissions: ['clients.view'] })
    expect(created.status).toBe(201)
    const { entries } = (await workspace.api.listWorkspaceAudit({ query: { action: 'role.created' } })).body
    expect(entries).toMatchObject([{ actorId: apiKey.id, actorKind: 'key', actorName: 'HR sync' }])
    const step = { ...newStep(workspace), actorAccountId: apiKey.id, staffId: newId(), name: 'Mona' }
    const email = `${newId()}@shop.example`
    await identityRpc().upsertStaffAccount({ ...step, email, roleId: created.body.role.id })
    const lab = await newRole(workspace, ['labs.run'])
    await expect(
      identityRpc().upsertStaffAccount({ ...step, staffId: newId(), email: `x${email}`, roleId: lab }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const invited = await workspace.api.listWorkspaceAudit({ query: { action: 'staff.invited' } })
    expect(invited.body.entries).toMatchObject([{ actorKind: 'key', actorName: 'HR sync' }])
  })

  it('gets 403 on every route of this service that is for users', async () => {
    const workspace = await newWorkspace(contract)
    const every = (await workspace.api.listPermissions()).body.permissions.map(({ key }) => key)
    const { api } = await newKey(workspace, { name: 'Everything', permissions: every })
    const [sessionId, apiKeyId, methodId] = [newId(), newId(), newId()]
    const replies = await Promise.all([
      api.me(),
      api.logout(),
      api.listLoginSessions(),
      api.endLoginSession({ params: { sessionId } }),
      api.changePassword({ currentPassword: 'correct-horse-1', newPassword: 'correct-horse-2' }),
      api.reauthenticate({ password: 'correct-horse-1' }),
      api.sendVerification(),
      api.setUpTotp(),
      api.listMethods(),
      api.deleteMethod({ params: { methodId } }),
      api.listApiKeys(),
      api.createApiKey(body),
      api.getApiKey({ params: { apiKeyId } }),
      api.updateApiKey({ params: { apiKeyId }, body: {} }),
      api.rotateApiKey({ params: { apiKeyId }, body: {} }),
      api.revokeApiKey({ params: { apiKeyId } }),
      api.listWorkspaceAudit(),
    ])
    for (const reply of replies) expect(reply).toFailWith(403, 'FORBIDDEN')
    expect((await api.listPermissions()).status).toBe(200)
    expect((await api.getWorkspace()).status).toBe(200)
  })

  it('gets 401 with a mistyped or unknown key, and 401 everywhere without the gateway', async () => {
    const workspace = await newWorkspace(contract)
    const { secret } = await newKey(workspace)
    const mistyped = `${secret.slice(0, 20)}${secret[20] === 'a' ? 'b' : 'a'}${secret.slice(21)}`
    for (const wrong of [mistyped, newApiKey(), 'wpk_live_'])
      expect(await apiAs(wrong, workspace.workspaceId).listRoles()).toFailWith(401, 'UNAUTHENTICATED')
    const direct = await fetch(`${platform().services['identity']![0]!.http}/auth/me`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(direct.status).toBe(401)
  })

  it('calls public routes, which ignore the key', async () => {
    const { secret } = await newKey(await newWorkspace(contract))
    const login = { email: 'unknown@shop.example', password: 'correct-horse-1' }
    const reply = await visitorApi(contract).login({ body: login, token: secret })
    expect(reply).toFailWith(401, 'INVALID_CREDENTIALS')
  })
})

describe('lastUsedAt', () => {
  it('changes at most once a minute, so that most requests need no write', async () => {
    const workspace = await newWorkspace(contract)
    const { api, params } = await newKey(workspace)
    await api.listRoles()
    const { lastUsedAt } = (await workspace.api.getApiKey({ params })).body.apiKey
    expect(lastUsedAt).toEqual(expect.any(String))
    for (let i = 0; i < 5; i += 1) await api.listRoles()
    expect((await workspace.api.getApiKey({ params })).body.apiKey.lastUsedAt).toBe(lastUsedAt)
  })
})
