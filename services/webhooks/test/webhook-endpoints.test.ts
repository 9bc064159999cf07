import { randomUUID } from 'node:crypto'
import { newStaff, newWorkspace, openTestDatabase } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { webhookEndpointCollection } from '../src/webhook-endpoints/webhook-endpoint.store.ts'

const endpoint = { url: 'https://hooks.example/wp', events: ['client.*'] }

describe('/workspace/:workspaceId/webhook-endpoints', () => {
  it('creates, lists (newest first), reads, updates and deletes endpoints, and shows the secret once', async () => {
    const { api } = await newWorkspace(contract)
    const made = await api.createWebhookEndpoint({ ...endpoint, description: 'CRM' })
    expect(made.status).toBe(201)
    const { webhookEndpoint, secret } = made.body
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhookEndpoint).toEqual({
      id: expect.any(String),
      url: endpoint.url,
      events: ['client.*'],
      description: 'CRM',
      isActive: true,
      disabledAt: null,
      disabledReason: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    await api.createWebhookEndpoint({ ...endpoint, url: 'https://hooks.example/second' })
    const listed = await api.listWebhookEndpoints()
    expect(listed.body.webhookEndpoints.map(({ url }) => url)).toEqual([
      'https://hooks.example/second',
      endpoint.url,
    ])
    expect(JSON.stringify(listed.body)).not.toContain('whsec_')
    const params = { endpointId: webhookEndpoint.id }
    const changes = { events: ['session.created', 'session.created'], description: null, isActive: false }
    const changed = (await api.updateWebhookEndpoint({ params, body: changes })).body.webhookEndpoint
    expect(changed).toMatchObject({ events: ['session.created'], description: null, isActive: false })
    expect((await api.getWebhookEndpoint({ params })).body.webhookEndpoint).toEqual(changed)
    expect((await api.deleteWebhookEndpoint({ params })).status).toBe(204)
    expect(await api.getWebhookEndpoint({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.deleteWebhookEndpoint({ params })).toFailWith(404, 'NOT_FOUND')
  })

  it('stores no secret in clear text, and answers a repeated key with the same secret', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const headers = { 'idempotency-key': randomUUID() }
    const first = await api.createWebhookEndpoint({ body: endpoint, headers })
    const again = await api.createWebhookEndpoint({ body: endpoint, headers })
    expect(again.body).toEqual(first.body)
    const db = await openTestDatabase('wp_webhooks', { collections: [webhookEndpointCollection] })
    try {
      const stored = await db.tenant(webhookEndpointCollection)(workspaceId).find({})
      expect(stored).toHaveLength(1)
      expect(JSON.stringify(stored)).not.toContain(first.body.secret.slice('whsec_'.length))
    } finally {
      await db.close()
    }
  })

  it('allows 20 endpoints, even when several are created concurrently', async () => {
    const { api } = await newWorkspace(contract)
    const made = await Promise.all(Array.from({ length: 24 }, () => api.createWebhookEndpoint(endpoint)))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20)
    for (const refused of made.filter(({ status }) => status !== 201))
      expect(refused).toFailWith(422, 'VALIDATION_FAILED')
  })

  it('returns 404 for an endpoint of another workspace', async () => {
    const [mine, other] = [await newWorkspace(contract), await newWorkspace(contract)]
    const { webhookEndpoint } = (await mine.api.createWebhookEndpoint(endpoint)).body
    const params = { endpointId: webhookEndpoint.id }
    for (const refused of [
      await other.api.getWebhookEndpoint({ params }),
      await other.api.updateWebhookEndpoint({ params, body: {} }),
      await other.api.deleteWebhookEndpoint({ params }),
      await other.api.rotateWebhookSecret({ params }),
      await other.api.listDeliveries({ params }),
      await other.api.testWebhookEndpoint({ params }),
    ])
      expect(refused).toFailWith(404, 'NOT_FOUND')
    expect((await other.api.listWebhookEndpoints()).body.webhookEndpoints).toEqual([])
  })

  it.each([
    ['a missing URL', { events: ['*'] }, 400, 'INVALID_REQUEST', 'url'],
    ['no events', { ...endpoint, events: [] }, 422, 'VALIDATION_FAILED', 'events'],
    ['http', { ...endpoint, url: 'http://hooks.example/' }, 422, 'VALIDATION_FAILED', 'url'],
    ['another protocol', { ...endpoint, url: 'ftp://hooks.example/' }, 422, 'VALIDATION_FAILED', 'url'],
    ['a private address', { ...endpoint, url: 'https://10.0.0.1/' }, 422, 'VALIDATION_FAILED', 'url'],
    ['an unknown type', { ...endpoint, events: ['client.*', 'cat.*'] }, 422, 'VALIDATION_FAILED', 'events.1'],
    ['a malformed pattern', { ...endpoint, events: ['client'] }, 422, 'VALIDATION_FAILED', 'events.0'],
  ] as const)('rejects %s and names the field', async (_, body, status, code, path) => {
    const { api } = await newWorkspace(contract)
    expect(await api.createWebhookEndpoint.raw({ body })).toFailWith(status, code, { path })
  })

  it('rejects an update to a private address with 422', async () => {
    const { api } = await newWorkspace(contract)
    const { webhookEndpoint } = (await api.createWebhookEndpoint(endpoint)).body
    const change = { params: { endpointId: webhookEndpoint.id }, body: { url: 'https://192.168.0.1/' } }
    expect(await api.updateWebhookEndpoint(change)).toFailWith(422, 'VALIDATION_FAILED', { path: 'url' })
  })

  it('requires integrations.manage and the view permission of every event type', async () => {
    const owner = await newWorkspace(contract)
    const { webhookEndpoint } = (
      await owner.api.createWebhookEndpoint({ ...endpoint, events: ['session.*'] })
    ).body
    const params = { endpointId: webhookEndpoint.id }
    const viewer = await newStaff(owner, ['integrations.view'], contract)
    expect((await viewer.api.listWebhookEndpoints()).status).toBe(200)
    expect(await viewer.api.createWebhookEndpoint(endpoint)).toFailWith(403, 'FORBIDDEN')
    const manager = await newStaff(owner, ['integrations.manage', 'clients.view'], contract)
    expect((await manager.api.createWebhookEndpoint(endpoint)).status).toBe(201)
    expect(await manager.api.createWebhookEndpoint({ ...endpoint, events: ['*'] })).toFailWith(
      403,
      'FORBIDDEN',
    )
    const redirect = { params, body: { url: 'https://other.example/' } }
    expect(await manager.api.updateWebhookEndpoint(redirect)).toFailWith(403, 'FORBIDDEN')
    expect(await manager.api.rotateWebhookSecret({ params })).toFailWith(403, 'FORBIDDEN')
    expect(await manager.api.testWebhookEndpoint({ params })).toFailWith(403, 'FORBIDDEN')
  })
})

describe('POST …/rotate-secret', () => {
  it('returns a new secret', async () => {
    const { api } = await newWorkspace(contract)
    const { webhookEndpoint, secret } = (await api.createWebhookEndpoint(endpoint)).body
    const rotated = await api.rotateWebhookSecret({ params: { endpointId: webhookEndpoint.id } })
    expect(rotated.status).toBe(200)
    expect(rotated.body.secret).toMatch(/^whsec_/)
    expect(rotated.body.secret).not.toBe(secret)
  })
})
