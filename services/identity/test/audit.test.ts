import type { RequestQuery } from '@wp/http'
import * as billingContract from '@wp/admin-billing/contract'
import { openBus } from '@wp/bus'
import { newId, systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { adminApi, eventually, memoize, newWorkspace, platform, uniqueName, visitorApi } from '@wp/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../src/contract.ts'
import { enrolTotp } from './second-factors.ts'
import { newMember } from './staff-members.ts'

/** For requests that are refused. */
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
  data: { actorId: null, actorKind: 'owner', targetType: 'invoice', ...data },
})

test('an owner sees who did what in the workspace: logins, roles, factors, settings; staff do not', async () => {
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
    actorKind: 'staff',
    targetType: 'workspace',
    targetId: workspace.workspaceId,
    requestId: expect.any(String),
  })
  expect(await member.api.listWorkspaceAudit()).toFailWith(403, 'FORBIDDEN')
})

test('entries are found by actor, action and date', async () => {
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

test.each([
  [400, { actorId: 'x' }],
  [400, { from: '2027-02-30' }],
  [400, { limit: 'x' }],
  [422, { from: '2027-03-11', to: '2027-03-10' }],
])('answers %i to %j', async (status, query) => {
  const { api } = await untouched()
  const root = await adminApi(contract)
  expect((await api.listWorkspaceAudit({ query })).status).toBe(status)
  expect((await root.listAudit({ query })).status).toBe(status)
})

test('admins see the whole platform, failed logins too', async () => {
  const { email, ownerAccountId } = await newWorkspace()
  await visitorApi(contract).login({ email, password: 'wrong-horse-1' })
  const root = await adminApi(contract)
  const { entries } = (await root.listAudit({ query: { action: 'login.failed', limit: 100 } })).body
  expect(entries.find(({ targetId }) => targetId === ownerAccountId)).toMatchObject({
    actorKind: 'visitor',
    actorId: null,
  })
})

test('what other services record is kept, once for each event', async () => {
  const { api, workspaceId, ownerAccountId } = await newWorkspace(contract)
  const voided = newId()
  const event = recordedBy('pos', workspaceId, {
    actorId: ownerAccountId,
    action: 'invoice.voided',
    targetId: voided,
  })
  bus.publishCore(event.type, event)
  bus.publishCore(event.type, event)
  const found = await eventually(async () => {
    const { entries } = (await api.listWorkspaceAudit({ query: { action: 'invoice.voided' } })).body
    expect(entries).not.toEqual([])
    return entries
  })
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ actorId: ownerAccountId, targetType: 'invoice', targetId: voided })
})

test('what an admin does in admin-billing reaches the audit, with the request that did it', async () => {
  const billing = await adminApi(billingContract)
  const name = uniqueName('Plan ')
  const { plan } = (await billing.createPlan({ name, slug: uniqueName('plan-') })).body
  const root = await adminApi(contract)
  const entry = await eventually(async () => {
    const { entries } = (await root.listAudit({ query: { limit: 100 } })).body
    const found = entries.find(({ targetId }) => targetId === plan.id)
    if (!found) throw new Error('not there yet')
    return found
  })
  expect(entry).toMatchObject({ actorKind: 'admin', targetType: 'plan', requestId: expect.any(String) })
})

test('a dead letter is listed without what it says, and handed over again', async () => {
  const { api, workspaceId } = await newWorkspace(contract)
  const root = await adminApi(contract)
  await root.listDeadLetters()
  const event = recordedBy('pos', workspaceId, { action: 'till.reopened', targetId: 'private-words' })
  bus.publishCore('wp-dead-letter.identity.on-audit-recorded', {
    service: 'identity',
    consumer: 'on-audit-recorded',
    event,
    reason: 'The database was away',
    tries: 5,
    failedAt: new Date().toISOString(),
  })
  const letter = await eventually(async () => {
    const { deadLetters } = (await root.listDeadLetters({ query: { service: 'identity' } })).body
    const found = deadLetters.find(({ eventId }) => eventId === event.id)
    if (!found) throw new Error('not there yet')
    return found
  })
  expect(letter).toMatchObject({ eventType: event.type, reason: 'The database was away', workspaceId })
  expect(JSON.stringify(letter)).not.toContain('private-words')
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
