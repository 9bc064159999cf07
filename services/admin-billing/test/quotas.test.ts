import { fixedClock, newId } from '@wp/kernel'
import { adminBillingService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import { adminApi, newWorkspace, platform, tokensOf, uniqueName } from '@wp/testing'
import { afterAll, expect, test } from 'vitest'
import * as contract from '../src/contract.ts'
import { ownBilling, watcher } from './billing-database.ts'

const clientOf = (addresses: string) =>
  rpcClient(adminBillingService, { addresses, tokens: tokensOf(), deadlineMs: 15_000, ...watcher() })
const billing = clientOf(platform().services['admin-billing']![0]!.rpc!)
afterAll(() => billing.close())

/** A workspace on a plan with these flags. */
const workspaceWith = async (flags: Record<string, string>) => {
  const api = await adminApi(contract)
  const { plan } = (
    await api.createPlan({
      name: 'Limited',
      slug: uniqueName('limited-'),
      flags: Object.entries(flags).map(([key, value]) => ({ key, value })),
    })
  ).body
  const workspace = await newWorkspace(contract)
  await api.assignPlan({ params: { workspaceId: workspace.workspaceId }, body: { planId: plan.id } })
  return workspace
}

const staff = (workspaceId: string, key: string = newId(), amount = 1) => ({
  key,
  workspaceId,
  quota: 'staff',
  amount,
  service: 'scheduling',
})

test('of 50 reserves at once never more than the limit succeed', async () => {
  const { workspaceId } = await workspaceWith({ 'max-staff': '7' })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => billing.reserveQuota(staff(workspaceId))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  expect(refusals).toEqual(
    Array.from({ length: 43 }, () => expect.objectContaining({ code: 'QUOTA_EXCEEDED' })),
  )
})

test('reserve, commit and release have their effect once for each key', async () => {
  const { workspaceId } = await workspaceWith({ 'max-staff': '2' })
  const key = newId()
  await Promise.all([1, 2, 3].map(() => billing.reserveQuota(staff(workspaceId, key))))
  const again = await billing.reserveQuota(staff(workspaceId, key))
  expect(again.use).toMatchObject({ used: 1, limit: 2 })
  expect((await billing.commitQuota({ workspaceId, key })).use).toMatchObject({ used: 1 })
  expect((await billing.commitQuota({ workspaceId, key })).use).toMatchObject({ used: 1 })
  expect(await billing.releaseQuota({ workspaceId, key })).toEqual({ released: true })
  expect(await billing.releaseQuota({ workspaceId, key })).toEqual({ released: false })
  await expect(billing.commitQuota({ workspaceId, key })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await billing.reserveQuota(staff(workspaceId, newId(), 2))).use).toMatchObject({ used: 2 })
})

test('a reservation that arrives after its release holds nothing, whether or not there was one before', async () => {
  const { workspaceId } = await workspaceWith({ 'max-staff': '2' })
  const [late, twice] = [newId(), newId()]
  expect(await billing.releaseQuota({ workspaceId, key: late })).toEqual({ released: false })
  await billing.reserveQuota(staff(workspaceId, twice))
  expect(await billing.releaseQuota({ workspaceId, key: twice })).toEqual({ released: true })
  for (const key of [late, twice]) {
    await expect(billing.reserveQuota(staff(workspaceId, key))).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(billing.commitQuota({ workspaceId, key })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await billing.releaseQuota({ workspaceId, key })).toEqual({ released: false })
  }
  expect((await billing.reserveQuota(staff(workspaceId, newId(), 2))).use).toMatchObject({ used: 2 })
})

test('of a reservation and its release at once, whichever comes first, nothing is left', async () => {
  const { workspaceId } = await workspaceWith({ 'max-staff': '50' })
  const keys = Array.from({ length: 20 }, () => newId())
  const reserve = (key: string): Promise<string> =>
    billing.reserveQuota(staff(workspaceId, key)).then(
      () => 'reserved',
      ({ code }: { code: string }) => code,
    )
  const replies = await Promise.all(
    keys.map(
      async (key) => (await Promise.all([reserve(key), billing.releaseQuota({ workspaceId, key })]))[0],
    ),
  )
  for (const reply of replies) expect(['reserved', 'CONFLICT']).toContain(reply)
  expect((await billing.reserveQuota(staff(workspaceId, newId()))).use).toMatchObject({ used: 1 })
})

test('a flag of -1 or none is no limit, one that is no number allows nothing', async () => {
  const endless = await workspaceWith({ 'max-staff': '-1' })
  expect((await billing.reserveQuota(staff(endless.workspaceId, newId(), 1000))).use?.limit).toBeUndefined()
  const absent = await workspaceWith({})
  expect((await billing.reserveQuota(staff(absent.workspaceId, newId(), 1000))).use?.limit).toBeUndefined()
  const broken = await workspaceWith({ 'max-staff': 'many' })
  await expect(billing.reserveQuota(staff(broken.workspaceId))).rejects.toMatchObject({
    code: 'QUOTA_EXCEEDED',
  })
})

test('storage is the flag of the plan and the additional megabytes together; the owner sees who uses it', async () => {
  const { workspaceId, api } = await workspaceWith({ 'storage-mb': '1' })
  const mb = 1024 * 1024
  const file = (service: string, amount: number) => ({
    key: newId(),
    workspaceId,
    quota: 'storage',
    amount,
    service,
  })
  await billing.reserveQuota(file('finance', mb))
  await expect(billing.reserveQuota(file('scheduling', 1))).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' })
  await (
    await adminApi(contract)
  ).updateStorage({ params: { workspaceId }, body: { additionalStorageMB: 2 } })
  await billing.reserveQuota(file('scheduling', 2 * mb))
  await expect(billing.reserveQuota(file('finance', 1))).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' })
  const { storage } = (await api.getOwnStorage()).body
  expect(storage).toMatchObject({
    quotaBytes: 3 * mb,
    usedBytes: 3 * mb,
    planStorageMB: 1,
    additionalStorageMB: 2,
  })
  expect(storage.services.toSorted((a, b) => a.usedBytes - b.usedBytes)).toEqual([
    { service: 'finance', usedBytes: mb },
    { service: 'scheduling', usedBytes: 2 * mb },
  ])
})

test('what cannot be held is refused: a strange quota, a broken amount, an unknown workspace', async () => {
  const { workspaceId } = await workspaceWith({})
  const refused = { code: 'VALIDATION_FAILED' }
  await expect(billing.reserveQuota({ ...staff(workspaceId), quota: 'rooms' })).rejects.toMatchObject(refused)
  await expect(billing.reserveQuota(staff(workspaceId, newId(), -1))).rejects.toMatchObject(refused)
  await expect(billing.reserveQuota(staff(workspaceId, ''))).rejects.toMatchObject(refused)
  await expect(billing.reserveQuota({ ...staff(workspaceId), service: 'a.b' })).rejects.toMatchObject(refused)
  await expect(billing.reserveQuota(staff(newId()))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await billing.getSubscription({ workspaceId: newId() })).toEqual({ subscription: null })
})

test('a reservation that is neither committed nor released lapses after 15 minutes', async () => {
  const clock = fixedClock('2027-01-01T00:00:00.000Z')
  const own = await ownBilling(clock)
  const client = clientOf(own.service.rpcAddress!)
  try {
    const workspaceId = await own.billing.signUp('free') // two members
    const [kept, lapsing] = [newId(), newId()]
    await client.reserveQuota(staff(workspaceId, kept))
    await client.commitQuota({ workspaceId, key: kept })
    await client.reserveQuota(staff(workspaceId, lapsing))
    clock.advance(15 * 60_000 - 1)
    await expect(client.reserveQuota(staff(workspaceId))).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' })
    clock.advance(1)
    await expect(client.commitQuota({ workspaceId, key: lapsing })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await client.reserveQuota(staff(workspaceId))).use).toMatchObject({ used: 2, limit: 2 })
  } finally {
    client.close()
    await own.stop()
  }
})
