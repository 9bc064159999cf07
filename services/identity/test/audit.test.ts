import type { RequestQuery } from '@wp/http'
import * as billingContract from '@wp/admin-billing/contract'
import { openBus } from '@wp/bus'
import { newId, systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { adminApi, eventually, memoize, newWorkspace, platform, uniqueName, visitorApi } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as contract from '../src/contract.ts'
import { ownIdentity } from './own-identity.ts'
import { enrolTotp } from './second-factors.ts'
import { newMember } from './staff-members.ts'

/** Shared by tests whose requests are all rejected. */
const untouched = memoize(() => newWorkspace(contract))

let bus: Awaited<ReturnType<typeof openBus>>

beforeAll(async () => {
  bus = await openBus({
    url: platform().natsUrl,
    service: 'tests',
    clock: systemClock,
    logger: createLogger({ service: 'tests', level: 'silent' }),
    metrics: createMetrics('tests'),
  })
})

afterAll(() => bus.close())

const recordedBy = (service: string, workspaceId: string | null, data: object) => ({
  id: newId(),
  type: `wp.${service}.audit.recorded.v1`,
  time: new Date().toISOString(),
  workspaceId,
  requestId: null,
  traceparent: null,
  data: { actorId: null, actorKind: 'owner', targetType: 'invoice', ...data } as Record<string, unknown>,
})

describe('GET /workspace/:workspaceId/audit', () => {
  it('shows the owner logins and changes to staff, roles, second factors and settings, and returns 403 to staff', async () => {
    const workspace = await newWorkspace(contract)
    const member = await newMember(workspace, ['workspace.manage'])
    await member.api.updateWorkspace({ slogan: 'New' })
    await enrolTotp(workspace.api)
    const { entries } = (await workspace.api.listWorkspaceAudit()).body
    expect(entries.map(({ action }) => action)).toEqual([
      'factor.enrolled',
      'workspace.updated',
      'login.succeeded',
      'staff.accepted',
      'staff.invited',
      'role.created',
      'login.succeeded',
    ])
    expect(entries[1]).toMatchObject({
      actorId: member.accountId,
      actorName: 'Sam Staff',
      actorKind: 'staff',
      targetType: 'workspace',
      targetId: workspace.workspaceId,
      requestId: expect.any(String),
    })
    expect(entries[0]).toMatchObject({ actorId: workspace.ownerAccountId, actorName: null })
    expect(await member.api.listWorkspaceAudit()).toFailWith(403, 'FORBIDDEN')
  })

  it('filters by actor, action and date', async () => {
    const { api, ownerAccountId } = await newWorkspace(contract)
    await api.updateWorkspace({ slogan: 'One' })
    await api.createRole({ name: 'Desk', permissions: [] })
    const today = new Date().toISOString().slice(0, 10)
    const search = async (query: RequestQuery<typeof contract.listWorkspaceAudit>) =>
      (await api.listWorkspaceAudit({ query })).body.entries
    expect(await search({ action: 'role.created' })).toHaveLength(1)
    expect(await search({ actorId: ownerAccountId, from: today, to: today })).toHaveLength(3)
    expect(await search({ actorId: newId() })).toEqual([])
    expect(await search({ to: '2020-01-01' })).toEqual([])
  })

  it.each([
    [400, { actorId: 'x' }],
    [400, { from: '2027-02-30' }],
    [400, { limit: 'x' }],
    [422, { from: '2027-03-11', to: '2027-03-10' }],
  ])('returns %i for the query %j, as does GET /admin/audit', async (status, query) => {
    const { api } = await untouched()
    const root = await adminApi(contract)
    expect((await api.listWorkspaceAudit({ query })).status).toBe(status)
    expect((await root.listAudit({ query })).status).toBe(status)
  })
})

describe('GET /admin/audit', () => {
  it("lists a failed login to an owner's account as an action by a visitor", async () => {
    const { email, ownerAccountId } = await newWorkspace()
    await visitorApi(contract).login({ email, password: 'wrong-horse-1' })
    const root = await adminApi(contract)
    const { entries } = (await root.listAudit({ query: { action: 'login.failed', limit: 100 } })).body
    expect(entries.find(({ targetId }) => targetId === ownerAccountId)).toMatchObject({
      actorKind: 'visitor',
      actorId: null,
    })
  })
})

describe('on-audit-recorded consumer', () => {
  it('stores one entry per event from another service, even when the event is redelivered', async () => {
    const { api, workspaceId, ownerAccountId } = await newWorkspace(contract)
    const voided = newId()
    const event = recordedBy('scheduling', workspaceId, {
      actorId: ownerAccountId,
      action: 'invoice.voided',
      targetId: voided,
    })
    const later = recordedBy('scheduling', workspaceId, { action: 'invoice.paid', targetId: voided })
    bus.publishCore(event.type, event)
    bus.publishCore(event.type, event)
    bus.publishCore(later.type, later)
    const list = async (action: string) => (await api.listWorkspaceAudit({ query: { action } })).body.entries
    await eventually(async () => expect(await list('invoice.paid')).toHaveLength(1)) // the earlier deliveries have been handled
    const found = await list('invoice.voided')
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ actorId: ownerAccountId, targetType: 'invoice', targetId: voided })
  })

  it('stores entries from admin-billing for admin actions, with their request id', async () => {
    const billing = await adminApi(billingContract)
    const name = uniqueName('Plan ')
    const { plan } = (await billing.createPlan({ name, slug: uniqueName('plan-') })).body
    const root = await adminApi(contract)
    const entry = await eventually(async () => {
      const { entries } = (await root.listAudit({ query: { limit: 100 } })).body
      const found = entries.find(({ targetId }) => targetId === plan.id)
      if (!found) throw new Error('not found yet')
      return found
    })
    expect(entry).toMatchObject({ actorKind: 'admin', targetType: 'plan', requestId: expect.any(String) })
  })

  it('stores the entries of a service that is added later, until the service is removed', async () => {
    const own = await ownIdentity()
    onTestFinished(() => own.stop())
    const loyalty = await openBus({
      url: own.running.natsUrl,
      service: 'loyalty',
      clock: systemClock,
      logger: createLogger({ service: 'loyalty', level: 'silent' }),
      metrics: createMetrics('loyalty'),
    })
    onTestFinished(() => loyalty.close())
    const { api, workspaceId } = await own.signUp()
    const event = recordedBy('loyalty', workspaceId, { action: 'card.created', targetId: newId() })
    const isConsumed = async () =>
      /consumer_stalled\{[^}]*stream="wp-loyalty"/.test(
        await (await fetch(`${own.running.opsUrl}/metrics`)).text(),
      )
    await loyalty.kv('routes').put('loyalty', { service: 'loyalty' })
    await eventually(async () => {
      loyalty.publishCore(event.type, event)
      const { entries } = (await api.listWorkspaceAudit({ query: { action: 'card.created' } })).body
      expect(entries).toMatchObject([{ targetId: event.data.targetId }])
    })
    expect(await isConsumed()).toBe(true)
    await loyalty.kv('routes').delete('loyalty')
    await eventually(async () => expect(await isConsumed()).toBe(false))
  })
})

describe('/admin/dead-letters', () => {
  it('lists a dead letter without its event data and redelivers it once', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const root = await adminApi(contract)
    await root.listDeadLetters()
    const event = recordedBy('scheduling', workspaceId, { action: 'till.reopened', targetId: 'private-data' })
    bus.publishCore('wp-dead-letter.identity.on-audit-recorded', {
      service: 'identity',
      consumer: 'on-audit-recorded',
      event,
      text: JSON.stringify(event),
      reason: 'The database was down',
      tries: 5,
      failedAt: new Date().toISOString(),
    })
    const letter = await eventually(async () => {
      const { deadLetters } = (await root.listDeadLetters({ query: { service: 'identity' } })).body
      const found = deadLetters.find(({ eventId }) => eventId === event.id)
      if (!found) throw new Error('not found yet')
      return found
    })
    expect(letter).toMatchObject({ eventType: event.type, reason: 'The database was down', workspaceId })
    expect(JSON.stringify(letter)).not.toContain('private-data')
    const params = { letter: letter.id }
    expect((await root.redriveDeadLetter({ params })).body.success).toBe(true)
    await eventually(async () => {
      const { entries } = (await api.listWorkspaceAudit({ query: { action: 'till.reopened' } })).body
      expect(entries).toHaveLength(1)
    })
    expect(await root.redriveDeadLetter({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await root.redriveDeadLetter({ params: { letter: 'x' } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await root.listDeadLetters({ query: { after: 'x' } })).toFailWith(400, 'INVALID_REQUEST')
  })
})
