import { setTimeout as delay } from 'node:timers/promises'
import { AppError, newId } from '@wp/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bootstrapToken, ownIdentity } from './own-identity.ts'
import type { OwnIdentity } from './own-identity.ts'
import { identityClient, newStep } from './staff-members.ts'

let own: OwnIdentity

let client: ReturnType<typeof identityClient>

beforeAll(async () => {
  own = await ownIdentity({
    INVITATIONS_PER_RECIPIENT: '3',
    INVITATIONS_PER_WORKSPACE: '5',
    SMS_PER_ADDRESS: '2',
    SMS_IN_ALL: '3',
    BOOTSTRAP_FAILURES_PER_ADDRESS: '3',
  })
  client = identityClient(own.running.rpcAddress!)
})

afterAll(async () => {
  client.close()
  await own.stop()
})

const from = (ip: string, headers: Record<string, string> = {}) => ({ 'x-forwarded-for': ip, ...headers })

/** Repeats a call while identity returns UNAVAILABLE, which happens when concurrent calls contend for one counter. */
const retryUnavailable = async <Reply>(call: () => Promise<Reply>, triesLeft = 50): Promise<Reply> => {
  try {
    return await call()
  } catch (error) {
    if (triesLeft === 0 || !(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error
  }
  await delay(20 + Math.random() * 80)
  return retryUnavailable(call, triesLeft - 1)
}

const newShop = async () => {
  const { api, workspaceId } = await own.signUp()
  const { account } = (await api.me()).body
  const { role } = (await api.createRole({ name: 'Desk', permissions: [] })).body
  const shop = { workspaceId, ownerAccountId: account.id }
  const invite = (email = `${newId()}@shop.example`) => {
    const request = { ...newStep(shop), staffId: newId(), name: 'Sam', email, roleId: role.id }
    return retryUnavailable(() => client.upsertStaffAccount(request))
  }
  return { api, invite }
}

describe('POST /workspace/:workspaceId/staff/:staffId/invite', () => {
  it("limits a recipient's invitations per hour, even across workspaces", async () => {
    const { api, invite } = await newShop()
    const { account } = await invite()
    const params = { staffId: account!.staffId }
    for (let sent = 1; sent < 3; sent += 1) expect((await api.inviteStaff({ params })).status).toBe(200)
    const refused = await api.inviteStaff({ params })
    expect(refused).toFailWith(429, 'RATE_LIMITED')
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(3600)
    const elsewhere = await newShop()
    await expect(elsewhere.invite(account!.email)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await own.advance(61 * 60_000)
    await expect(elsewhere.invite(account!.email)).resolves.toBeDefined()
  })
})

describe('UpsertStaffAccount', () => {
  it("limits a workspace's invitations per day, even for concurrent calls", async () => {
    const { invite } = await newShop()
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => invite()))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.map(({ reason }) => (reason as AppError).code)).toEqual(Array(3).fill('RATE_LIMITED'))
    await expect(invite()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await own.advance(25 * 3_600_000)
    await expect(invite()).resolves.toBeDefined()
  })
})

describe('POST /workspace/mfa/phone/start', () => {
  it('limits SMS per caller IP address and in total', async () => {
    const start = async (ip: string) => {
      const { api } = await own.signUp()
      return api.startPhone({ body: {}, headers: from(ip) })
    }
    expect((await start('192.0.2.1')).status).toBe(200)
    expect((await start('192.0.2.1')).status).toBe(200)
    expect(await start('192.0.2.1')).toFailWith(429, 'RATE_LIMITED')
    expect((await start('192.0.2.2')).status).toBe(200)
    expect(await start('192.0.2.3')).toFailWith(429, 'RATE_LIMITED')
  })
})

describe('POST /auth/admin/bootstrap', () => {
  it('returns 429 after too many wrong tokens from an IP address, even for the correct token, but not to other addresses', async () => {
    const guess = (token: string, ip: string) =>
      own.visitor.bootstrapAdmin.raw({ body: {}, headers: from(ip, { 'x-bootstrap-token': token }) })
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await guess('wrong', '192.0.2.7')).toFailWith(403, 'BOOTSTRAP_TOKEN_INVALID')
    expect(await guess(bootstrapToken, '192.0.2.7')).toFailWith(429, 'RATE_LIMITED')
    expect(await guess(bootstrapToken, '192.0.2.8')).toFailWith(400, 'INVALID_REQUEST')
  })
})

describe('GET /dev/outbox', () => {
  it('rejects requests from web pages with other origins, as does POST /auth/admin/bootstrap', async () => {
    const page = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(await own.visitor.listOutbox({ headers: page })).toFailWith(403, 'FORBIDDEN')
    const right = { 'x-bootstrap-token': bootstrapToken }
    const guessed = await own.visitor.bootstrapAdmin.raw({ body: {}, headers: { ...page, ...right } })
    expect(guessed).toFailWith(403, 'FORBIDDEN')
    const ours = { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' }
    expect((await own.visitor.listOutbox({ headers: ours })).status).toBe(200)
  })
})
