import { join } from 'node:path'
import * as adminBilling from '@wp/admin-billing/contract'
import { allRoutes } from '@wp/gateway/contracts'
import { acceptsApiKeys, type Route } from '@wp/http'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { adminApi, apiOf, eventually, newWorkspace, platform, startReplica, uniqueName } from '@wp/testing'
import type { Result } from '@workspace-platform/client'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { requestVerified, takesJson, titledRows } from '../contract/caller.ts'

const routes = await allRoutes()
const closed = routes.filter(({ route }) => route.access.kind !== 'open')
const accepting = closed.filter(({ route }) => acceptsApiKeys(route.access))
const refusing = closed.filter(({ route }) => !acceptsApiKeys(route.access))
const prefixes = ['/v1', '/api/v1']
const gatewayMain = join(import.meta.dirname, '../../services/gateway/src/main.ts')

/** Creates a workspace with an API key. */
const newKey = async (permissions: string[], options: { allowedNetworks?: string[] } = {}) => {
  const workspace = await newWorkspace(identity)
  const created = await workspace.api.createApiKey({ name: 'Shop sync', permissions, ...options })
  const { apiKey, secret } = created.body
  const caller = { baseUrl: `${platform().gatewayUrl}/v1`, token: secret }
  const params = { workspaceId: workspace.workspaceId }
  return {
    workspace,
    apiKey,
    secret,
    use: <const C extends object>(contract: C) => apiOf(contract, { ...caller, params }),
  }
}

let strongest: Awaited<ReturnType<typeof newKey>>
beforeAll(async () => {
  const { permissions } = (await (await newWorkspace(identity)).api.listPermissions()).body
  strongest = await newKey(permissions.map(({ key }) => key))
})

const call = (route: Route, prefix: string): Promise<Result> =>
  requestVerified(route, {
    prefix,
    params: { workspaceId: strongest.workspace.workspaceId },
    headers: { 'content-type': 'application/json', authorization: `Bearer ${strongest.secret}` },
    // The body is malformed, so that a request that passes the access checks still changes nothing.
    body: takesJson(route) ? '{' : undefined,
  })

describe('an API key with every permission', () => {
  it.each(titledRows(refusing))('gets 403 from %s, which is not for programs', async (_, { route }) => {
    for (const prefix of prefixes) expect(await call(route, prefix)).toFailWith(403, 'FORBIDDEN')
  })

  const harmless = accepting.filter(({ route }) => route.method === 'GET' || takesJson(route))
  it.each(titledRows(harmless))('passes the access checks of %s', async (_, { route }) => {
    for (const prefix of prefixes) {
      const { status } = await call(route, prefix)
      expect([route.id, prefix, status === 401 || status === 403]).toEqual([route.id, prefix, false])
    }
  })

  it('is rejected by all routes about the calling user', () => {
    const isPersonal = ({ path }: Route) => /^\/auth\/|^\/workspace\/mfa\/|\/api-keys/.test(path)
    const personal = closed.filter(({ route }) => isPersonal(route)).map(({ route }) => route.id)
    expect(personal.length).toBeGreaterThan(20)
    expect(accepting.map(({ route }) => route.id).filter((id) => personal.includes(id))).toEqual([])
  })
})

describe('an API key', () => {
  it('is rejected by every gateway within a second after it was revoked', async () => {
    const other = await startReplica(gatewayMain, {
      HTTP_PORT: '0',
      RPC_PORT: '0',
      OPS_PORT: '0',
      NATS_URL: platform().natsUrl,
      IDENTITY_RPC: platform().services['identity']![0]!.rpc,
    })
    onTestFinished(() => other.kill())
    const { workspace, apiKey, secret } = await newKey(['clients.view'])
    const params = { workspaceId: workspace.workspaceId }
    const statuses = () =>
      Promise.all(
        [platform().gatewayUrl, other.url].map(async (url) => {
          const api = apiOf(scheduling, { baseUrl: `${url}/v1`, token: secret, params })
          return (await api.listClients()).status
        }),
      )
    await expect.poll(statuses).toEqual([200, 200])
    await workspace.api.revokeApiKey({ params: { apiKeyId: apiKey.id } })
    await expect.poll(statuses, { timeout: 1000, interval: 50 }).toEqual([401, 401])
  })

  it('has only its permissions, and only in its workspace', async () => {
    const { use } = await newKey(['clients.view'])
    const neighbour = await newWorkspace()
    expect((await use(scheduling).listClients()).status).toBe(200)
    expect(await use(scheduling).createClient({ name: 'Mona' })).toFailWith(403, 'FORBIDDEN')
    const foreign = { params: { workspaceId: neighbour.workspaceId } }
    expect(await use(scheduling).listClients(foreign)).toFailWith(403, 'WRONG_WORKSPACE')
  })

  it('gets 403 for writes, but not for reads, after the subscription has expired', async () => {
    const { workspace, use } = await newKey(['clients.manage'])
    const params = { workspaceId: workspace.workspaceId }
    const body = { subscriptionEndDate: '2026-01-01T00:00:00.000Z' }
    await (await adminApi(adminBilling)).updateSubscription({ params, body })
    await eventually(async () =>
      expect(await use(scheduling).createClient({ name: 'Mona' })).toFailWith(403, 'SUBSCRIPTION_EXPIRED'),
    )
    expect((await use(scheduling).listClients()).status).toBe(200)
  })

  it('is named in the audit entries of other services, and in the records that it creates', async () => {
    const { workspace, apiKey, use } = await newKey(['staff.create', 'sessions.view'])
    const { role } = (await workspace.api.createRole({ name: 'Desk', permissions: ['sessions.view'] })).body
    const email = `${uniqueName('staff')}@shop.example`
    const created = await use(scheduling).createStaff({ name: 'Mona', email, roleId: role.id })
    expect(created.status).toBe(201)
    await eventually(async () => {
      const { entries } = (await workspace.api.listWorkspaceAudit({ query: { actorId: apiKey.id } })).body
      expect(entries.length).toBeGreaterThan(0)
      for (const entry of entries) expect(entry).toMatchObject({ actorKind: 'key', actorName: 'Shop sync' })
    })
  })

  it('works only from its networks', async () => {
    const outside = await newKey(['clients.view'], { allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'] })
    expect(await outside.use(scheduling).listClients()).toFailWith(403, 'FORBIDDEN')
    const spoofed = { headers: { 'x-forwarded-for': '203.0.113.5' } }
    expect(await outside.use(scheduling).listClients(spoofed)).toFailWith(403, 'FORBIDDEN')
    const inside = await newKey(['clients.view'], { allowedNetworks: ['127.0.0.0/8', '::1'] })
    expect((await inside.use(scheduling).listClients()).status).toBe(200)
  })
})
