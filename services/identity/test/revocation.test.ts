import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@wp/kernel'
import { startPlatform } from '@wp/local'
import type { Platform } from '@wp/local'
import { apiOf, claimsOf, tokensOf } from '@wp/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../src/contract.ts'
import { identityClient, newStep } from './staff-members.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'wp-revocation-'))
let running: Platform
let client: ReturnType<typeof identityClient>
beforeAll(async () => {
  running = await startPlatform({
    dataDir,
    services: ['identity', 'admin-billing', 'gateway'],
    replicas: { gateway: 2 },
    // Servers of its own, also where those of the run were given.
    env: { MONGODB_URL: '', NATS_URL: '' },
  })
  client = identityClient(running.services['identity']![0]!.rpc, tokensOf('scheduling', running))
}, 90_000)
afterAll(async () => {
  client?.close()
  await running?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

const gateways = () => running.services['gateway']!.map(({ http }) => `${http}/v1`)
const at = (baseUrl: string, token?: string, workspaceId = '') =>
  apiOf(contract, { baseUrl, token, params: { workspaceId } })

const signUp = async () => {
  const { plans } = (await (await fetch(`${gateways()[0]}/public/plans`)).json()) as {
    plans: { id: string }[]
  }
  const { body } = await at(gateways()[0]!).signup({
    email: `${newId()}@shop.example`,
    password: 'correct-horse-1',
    phone: '+14155550123',
    planId: plans[0]!.id,
    businessCategorySlug: 'retail',
  })
  return {
    token: body.token,
    workspaceId: body.workspace.id,
    ownerAccountId: String(claimsOf(body.token)['sub']),
    api: at(gateways()[0]!, body.token, body.workspace.id),
  }
}

test('a permission taken from a role: within a second the old token is 401 at both gateways, the refreshed one 403', async () => {
  const { workspaceId, ownerAccountId, api } = await signUp()
  const { role } = (await api.createRole({ name: 'Desk', permissions: ['staff.manage'] })).body
  const email = `${newId()}@shop.example`
  const step = newStep({ workspaceId, ownerAccountId })
  await client.upsertStaffAccount({ ...step, staffId: newId(), name: 'Sam', email, roleId: role.id })
  const { messages } = (await api.listOutbox({ query: { to: email } })).body
  const accepted = await api.acceptInvitation({
    body: { token: messages[0]!.token!, password: 'staff-horse-2' },
  })
  if (!('token' in accepted.body)) throw new Error('not logged in')
  const { token, refreshToken } = accepted.body
  const asked = () => Promise.all(gateways().map((url) => at(url, token, workspaceId).listRoles()))
  expect((await asked()).map(({ status }) => status)).toEqual([200, 200])

  await api.updateRole({ params: { roleId: role.id }, body: { permissions: ['clients.view'] } })
  await expect
    .poll(async () => (await asked()).map(({ status }) => status), { timeout: 1_000, interval: 50 })
    .toEqual([401, 401])
  for (const refused of await asked()) expect(refused).toFailWith(401, 'TOKEN_EXPIRED')

  const { body } = await api.refresh({ refreshToken })
  for (const url of gateways())
    expect(await at(url, body.token, workspaceId).listRoles()).toFailWith(403, 'FORBIDDEN')
}, 60_000)
