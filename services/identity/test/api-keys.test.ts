import { isWellFormedApiKey } from '@wp/auth'
import { newId } from '@wp/kernel'
import { eventually, memoize, newWorkspace } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { keyFields as body, newKey, waitForStatus } from './api-key-scene.ts'
import { apiAs, newMember } from './staff-members.ts'

/** Shared by tests whose requests are all rejected. */
const untouched = memoize(() => newWorkspace(contract))
const afterMs = (ms: number) => new Date(Date.now() + ms).toISOString()

describe('POST /workspace/:workspaceId/api-keys', () => {
  it('returns the secret once and a key that programs can use', async () => {
    const workspace = await newWorkspace(contract)
    const { apiKey, secret, api, params } = await newKey(workspace)
    expect(isWellFormedApiKey(secret)).toBe(true)
    expect(apiKey).toEqual({
      id: expect.any(String),
      name: 'Shop sync',
      prefix: secret.slice(0, 13),
      permissions: ['staff.manage'],
      expiresAt: null,
      allowedNetworks: [],
      survivesMember: false,
      createdBy: workspace.ownerAccountId,
      createdAt: expect.any(String),
      lastUsedAt: null,
      revokedAt: null,
    })
    expect((await api.listRoles()).status).toBe(200)
    const shown = await workspace.api.getApiKey({ params })
    expect(shown.body.apiKey.lastUsedAt).not.toBeNull()
    const { body: listed } = await workspace.api.listApiKeys()
    expect(listed).toMatchObject({ apiKeys: [{ id: apiKey.id }], pagination: { total: 1 } })
    expect(JSON.stringify([shown.body, listed])).not.toContain(secret.slice(13))
  })

  it('rejects invalid fields with 422 and wrong types with 400', async () => {
    const { api } = await untouched()
    const invalid: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ permissions: [] }, 'permissions'],
      [{ permissions: ['everything'] }, 'permissions.0'],
      [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
      [{ allowedNetworks: ['203.0.113.0/24', '203.0.113.0/40'] }, 'allowedNetworks.1'],
      [{ allowedNetworks: ['example.com'] }, 'allowedNetworks.0'],
      [{ allowedNetworks: Array.from({ length: 51 }, () => '203.0.113.1') }, 'allowedNetworks'],
    ]
    for (const [fields, path] of invalid)
      expect(await api.createApiKey.raw({ body: { ...body, ...fields } })).toFailWith(
        422,
        'VALIDATION_FAILED',
        {
          path,
        },
      )
    for (const fields of [
      { name: 7 },
      { permissions: 'all' },
      { survivesMember: 'yes' },
      { expiresAt: 'soon' },
    ])
      expect(await api.createApiKey.raw({ body: { ...body, ...fields } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.createApiKey.raw({ body: { name: 'No permissions' } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    expect((await api.listApiKeys()).body.apiKeys).toEqual([])
  })

  it('lets staff grant only permissions that they have', async () => {
    const workspace = await newWorkspace(contract)
    const member = await newMember(workspace, ['integrations.manage', 'clients.manage'])
    const allowed = await member.api.createApiKey({ name: 'CRM', permissions: ['clients.view'] })
    expect(allowed.status).toBe(201)
    expect(allowed.body.apiKey.createdBy).toBe(member.accountId)
    expect(await member.api.createApiKey(body)).toFailWith(403, 'FORBIDDEN')
    const viewer = await newMember(workspace, ['integrations.view'])
    expect((await viewer.api.listApiKeys()).body.apiKeys.length).toBe(1)
    expect(await viewer.api.createApiKey({ name: 'CRM', permissions: ['integrations.view'] })).toFailWith(
      403,
      'FORBIDDEN',
    )
  })

  it('returns the same secret for a repeated Idempotency-Key, and 422 for another body', async () => {
    const workspace = await newWorkspace(contract)
    const headers = { 'idempotency-key': newId() }
    const first = await workspace.api.createApiKey({ body, headers })
    const again = await workspace.api.createApiKey({ body, headers })
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const other = await workspace.api.createApiKey({ body: { ...body, name: 'Other' }, headers })
    expect(other).toFailWith(422, 'IDEMPOTENCY_KEY_REUSED')
    expect((await workspace.api.listApiKeys()).body.pagination).toMatchObject({ total: 1 })
  })
})

describe('GET /workspace/:workspaceId/api-keys', () => {
  it('returns an empty list for a new workspace, pages newest first and rejects an invalid page', async () => {
    const { api } = await untouched()
    expect((await api.listApiKeys()).body).toEqual({
      apiKeys: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0 },
    })
    expect(await api.listApiKeys({ query: { limit: 101 } })).toFailWith(400, 'INVALID_REQUEST')
    const workspace = await newWorkspace(contract)
    await newKey(workspace, { ...body, name: 'First' })
    await newKey(workspace, { ...body, name: 'Second' })
    const page = await workspace.api.listApiKeys({ query: { limit: 1 } })
    expect(page.body).toMatchObject({ apiKeys: [{ name: 'Second' }], pagination: { totalPages: 2 } })
  })
})

describe('an API key of another workspace', () => {
  it('does not exist for the owner, and its program gets 403', async () => {
    const mine = await newWorkspace(contract)
    const other = await newWorkspace(contract)
    const { params, secret } = await newKey(other)
    for (const reply of [
      await mine.api.getApiKey({ params }),
      await mine.api.updateApiKey({ params, body: { name: 'Mine' } }),
      await mine.api.rotateApiKey({ params, body: {} }),
      await mine.api.revokeApiKey({ params }),
    ])
      expect(reply).toFailWith(404, 'NOT_FOUND')
    expect(await apiAs(secret, mine.workspaceId).listRoles()).toFailWith(403, 'WRONG_WORKSPACE')
    expect((await apiAs(secret, other.workspaceId).listRoles()).status).toBe(200)
  })

  it('rejects malformed and unknown ids', async () => {
    const { api } = await untouched()
    for (const [apiKeyId, status, code] of [
      ['x', 400, 'INVALID_ID'],
      [newId(), 404, 'NOT_FOUND'],
    ] as const) {
      const params = { apiKeyId }
      expect(await api.getApiKey({ params })).toFailWith(status, code)
      expect(await api.updateApiKey({ params, body: {} })).toFailWith(status, code)
      expect(await api.rotateApiKey({ params, body: {} })).toFailWith(status, code)
      expect(await api.revokeApiKey({ params })).toFailWith(status, code)
    }
  })
})

describe('PATCH /workspace/:workspaceId/api-keys/:apiKeyId', () => {
  it('changes name, permissions, expiry and networks, and applies them within a second', async () => {
    const workspace = await newWorkspace(contract)
    const { api, params } = await newKey(workspace)
    expect((await api.listRoles()).status).toBe(200)
    const change = (fields: object) => workspace.api.updateApiKey({ params, body: fields })
    expect((await change({ name: ' Renamed ' })).body.apiKey.name).toBe('Renamed')
    expect((await change({})).status).toBe(200)
    expect((await change({ permissions: ['clients.view'] })).body.apiKey.permissions).toEqual([
      'clients.view',
    ])
    await waitForStatus(api, 403)
    await change({ permissions: ['staff.manage'] })
    await waitForStatus(api, 200)
    await change({ allowedNetworks: ['203.0.113.0/24'] })
    await waitForStatus(api, 403)
    expect(await api.listRoles()).toFailWith(403, 'FORBIDDEN')
    await change({ allowedNetworks: ['127.0.0.0/8', '::1'] })
    await waitForStatus(api, 200)
    expect((await change({ expiresAt: afterMs(5000) })).status).toBe(200)
    await waitForStatus(api, 401)
    await eventually(async () => expect(await api.listRoles()).toFailWith(401, 'TOKEN_EXPIRED'))
    await change({ expiresAt: null })
    await waitForStatus(api, 200)
  })

  it("requires the key's current and new permissions", async () => {
    const workspace = await newWorkspace(contract)
    const strong = await newKey(workspace)
    const member = await newMember(workspace, ['integrations.manage', 'clients.view'])
    const weak = await newKey(
      { api: member.api, workspaceId: workspace.workspaceId },
      {
        name: 'CRM',
        permissions: ['clients.view'],
      },
    )
    for (const reply of [
      await member.api.updateApiKey({ params: strong.params, body: { allowedNetworks: [] } }),
      await member.api.rotateApiKey({ params: strong.params, body: {} }),
      await member.api.updateApiKey({ params: weak.params, body: { permissions: ['staff.manage'] } }),
    ])
      expect(reply).toFailWith(403, 'FORBIDDEN')
    expect((await member.api.updateApiKey({ params: weak.params, body: { name: 'Clients' } })).status).toBe(
      200,
    )
    expect((await member.api.revokeApiKey({ params: strong.params })).status).toBe(204)
  })

  it('rejects invalid values, and a revoked key with 409', async () => {
    const workspace = await newWorkspace(contract)
    const { params } = await newKey(workspace)
    const change = (fields: object) => workspace.api.updateApiKey.raw({ params, body: fields })
    expect(await change({ expiresAt: '2020-01-01T00:00:00Z' })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await change({ name: 7 })).toFailWith(400, 'INVALID_REQUEST')
    await workspace.api.revokeApiKey({ params })
    expect(await change({ name: 'Again' })).toFailWith(409, 'CONFLICT')
    expect(await workspace.api.rotateApiKey({ params, body: {} })).toFailWith(409, 'CONFLICT')
  })
})

describe('POST /workspace/:workspaceId/api-keys/:apiKeyId/rotate', () => {
  it('invalidates the old secret within a second if there is no overlap', async () => {
    const workspace = await newWorkspace(contract)
    const { api, apiKey, params, secret: old } = await newKey(workspace)
    expect((await api.listRoles()).status).toBe(200)
    const { body: rotated } = await workspace.api.rotateApiKey({ params })
    expect(rotated.secret).not.toBe(old)
    expect(rotated.apiKey).toMatchObject({ id: apiKey.id, prefix: rotated.secret.slice(0, 13) })
    await waitForStatus(api, 401)
    expect(await api.listRoles()).toFailWith(401, 'UNAUTHENTICATED')
    expect((await apiAs(rotated.secret, workspace.workspaceId).listRoles()).status).toBe(200)
  })

  it('accepts both secrets until the overlap ends', async () => {
    const workspace = await newWorkspace(contract)
    const { api, params } = await newKey(workspace)
    expect((await api.listRoles()).status).toBe(200)
    const rotate = async (overlapSeconds: number) => {
      const { body: rotated } = await workspace.api.rotateApiKey({ params, body: { overlapSeconds } })
      return apiAs(rotated.secret, workspace.workspaceId)
    }
    const second = await rotate(86_400)
    expect((await api.listRoles()).status).toBe(200)
    expect((await second.listRoles()).status).toBe(200)
    const third = await rotate(2)
    await waitForStatus(api, 401)
    await waitForStatus(second, 401)
    await eventually(async () => expect(await api.listRoles()).toFailWith(401, 'UNAUTHENTICATED'))
    expect((await third.listRoles()).status).toBe(200)
  })

  it('keeps an earlier secret working during several rotations, and rejects an eleventh secret with 409', async () => {
    const workspace = await newWorkspace(contract)
    const { api, params } = await newKey(workspace)
    const rotate = () => workspace.api.rotateApiKey({ params, body: { overlapSeconds: 86_400 } })
    for (let i = 0; i < 9; i += 1) expect((await rotate()).status).toBe(200)
    expect(await rotate()).toFailWith(409, 'CONFLICT')
    expect((await api.listRoles()).status).toBe(200)
    const { body: last } = await workspace.api.rotateApiKey({ params, body: { overlapSeconds: 0 } })
    await waitForStatus(api, 401)
    expect((await apiAs(last.secret, workspace.workspaceId).listRoles()).status).toBe(200)
  })

  it('lets only one of several concurrent rotations succeed, and its secret works', async () => {
    const workspace = await newWorkspace(contract)
    const { params } = await newKey(workspace)
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        workspace.api.rotateApiKey({
          params,
          body: {},
          ...(index % 2 === 0 && { headers: { 'idempotency-key': newId() } }),
        }),
      ),
    )
    const succeeded = replies.filter(({ status }) => status === 200)
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(succeeded.length).toBeGreaterThan(0)
    const working = await Promise.all(
      succeeded.map(({ body: { secret } }) => apiAs(secret, workspace.workspaceId).listRoles()),
    )
    expect(working.filter(({ status }) => status === 200).length).toBe(1)
  })

  it('returns the same secret for a repeated Idempotency-Key', async () => {
    const workspace = await newWorkspace(contract)
    const { params } = await newKey(workspace)
    const headers = { 'idempotency-key': newId() }
    const first = await workspace.api.rotateApiKey({ params, body: {}, headers })
    const again = await workspace.api.rotateApiKey({ params, body: {}, headers })
    expect(again.body).toEqual(first.body)
    expect((await apiAs(first.body.secret, workspace.workspaceId).listRoles()).status).toBe(200)
  })

  it('rejects an overlap of more than a day or of another type', async () => {
    const workspace = await newWorkspace(contract)
    const { params } = await newKey(workspace)
    const rotate = (overlapSeconds: unknown) =>
      workspace.api.rotateApiKey.raw({ params, body: { overlapSeconds } })
    expect(await rotate(86_401)).toFailWith(422, 'VALIDATION_FAILED', { path: 'overlapSeconds' })
    expect(await rotate(-1)).toFailWith(422, 'VALIDATION_FAILED', { path: 'overlapSeconds' })
    expect(await rotate('1')).toFailWith(400, 'INVALID_REQUEST', { path: 'overlapSeconds' })
  })
})

describe('DELETE /workspace/:workspaceId/api-keys/:apiKeyId', () => {
  it('rejects the key within a second, and changes nothing when repeated', async () => {
    const workspace = await newWorkspace(contract)
    const { api, params } = await newKey(workspace)
    expect((await api.listRoles()).status).toBe(200)
    expect((await workspace.api.revokeApiKey({ params })).status).toBe(204)
    await waitForStatus(api, 401)
    expect(await api.listRoles()).toFailWith(401, 'UNAUTHENTICATED')
    const { revokedAt } = (await workspace.api.getApiKey({ params })).body.apiKey
    expect(revokedAt).not.toBeNull()
    expect((await workspace.api.revokeApiKey({ params })).status).toBe(204)
    expect((await workspace.api.getApiKey({ params })).body.apiKey.revokedAt).toBe(revokedAt)
  })
})
