import { fixedClock, newId } from '@wp/kernel'
import { adminBillingService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import { adminApi, eventually, inProcess, newWorkspace, platform, tokensOf, uniqueName } from '@wp/testing'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import * as contract from '../src/contract.ts'
import { adminBilling } from '../src/service.ts'
import { ownBilling, testTelemetry } from './billing-database.ts'

const clientOf = (addresses: string) =>
  rpcClient(adminBillingService, { addresses, tokens: tokensOf(), deadlineMs: 15_000, ...testTelemetry() })

const billing = clientOf(platform().services['admin-billing']![0]!.rpc!)

afterAll(() => billing.close())

/** Creates a workspace on a plan with these flags. */
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

describe('ReserveQuota', () => {
  it('never exceeds the limit with 50 concurrent calls to two replicas', async () => {
    const env = { NATS_URL: platform().natsUrl, DATABASE_PREFIX: 'wp_' }
    const replica = await inProcess(adminBilling, { env })
    const other = clientOf(replica.rpcAddress!)
    onTestFinished(async () => {
      other.close()
      await replica.stop()
    })
    const { workspaceId } = await workspaceWith({ 'max-staff': '7' })
    // Each replica runs its calls one after another; between replicas, only the database resolves the race.
    const reserve = (at: number) =>
      eventually(async () => {
        const client = at % 2 === 0 ? billing : other
        const outcome = await client.reserveQuota(staff(workspaceId, `key-${at}`)).then(
          () => 'reserved',
          (error: unknown) => (error as { code: string }).code,
        )
        expect(outcome).toBeOneOf(['reserved', 'QUOTA_EXCEEDED']) // a 503 is retried
        return outcome
      })
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, at) => reserve(at)))
    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(7)
    expect((await billing.reserveQuota(staff(workspaceId, newId(), 0))).use).toMatchObject({ used: 7 })
  })

  it('takes effect once per key, as do CommitQuota and ReleaseQuota', async () => {
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

  it('rejects a reservation that arrives after its release', async () => {
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

  it('allows any amount when the flag is -1 or missing, and nothing when it is invalid', async () => {
    const endless = await workspaceWith({ 'max-staff': '-1' })
    expect((await billing.reserveQuota(staff(endless.workspaceId, newId(), 1000))).use?.limit).toBeUndefined()
    const absent = await workspaceWith({})
    expect((await billing.reserveQuota(staff(absent.workspaceId, newId(), 1000))).use?.limit).toBeUndefined()
    const broken = await workspaceWith({ 'max-staff': 'many' })
    await expect(billing.reserveQuota(staff(broken.workspaceId))).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
    })
  })

  it('adds extra storage to the limit, and GET /workspace/:workspaceId/storage returns the usage by service', async () => {
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
    await expect(billing.reserveQuota(file('scheduling', 1))).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
    })
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

  it('rejects an unknown quota or workspace, and an invalid amount, key or service', async () => {
    const { workspaceId } = await workspaceWith({})
    const refused = { code: 'VALIDATION_FAILED' }
    await expect(billing.reserveQuota({ ...staff(workspaceId), quota: 'tables' })).rejects.toMatchObject(
      refused,
    )
    await expect(billing.reserveQuota(staff(workspaceId, newId(), -1))).rejects.toMatchObject(refused)
    await expect(billing.reserveQuota(staff(workspaceId, ''))).rejects.toMatchObject(refused)
    await expect(billing.reserveQuota({ ...staff(workspaceId), service: 'a.b' })).rejects.toMatchObject(
      refused,
    )
    await expect(billing.reserveQuota(staff(newId()))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await billing.getSubscription({ workspaceId: newId() })).toEqual({ subscription: null })
  })

  it('expires a reservation after 15 minutes unless it is committed', async () => {
    const clock = fixedClock('2027-01-01T00:00:00.000Z')
    const own = await ownBilling(clock)
    const client = clientOf(own.service.rpcAddress!)
    try {
      const workspaceId = await own.billing.signUp('free') // the free plan allows two members
      const [committed, expiring] = [newId(), newId()]
      await client.reserveQuota(staff(workspaceId, committed))
      await client.commitQuota({ workspaceId, key: committed })
      await client.reserveQuota(staff(workspaceId, expiring))
      clock.advance(15 * 60_000 - 1)
      await expect(client.reserveQuota(staff(workspaceId))).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' })
      clock.advance(1)
      await expect(client.commitQuota({ workspaceId, key: expiring })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      expect((await client.reserveQuota(staff(workspaceId))).use).toMatchObject({ used: 2, limit: 2 })
    } finally {
      client.close()
      await own.stop()
    }
  })
})

describe('ReserveQuota after a clock was ahead', () => {
  it('frees a reservation that a clock 31 days ahead has made', async () => {
    const clock = fixedClock('2027-02-01T00:00:00.000Z')
    const own = await ownBilling(clock)
    const client = clientOf(own.service.rpcAddress!)
    try {
      const workspaceId = await own.billing.signUp('free')
      const fromTheFuture = newId()
      await client.reserveQuota(staff(workspaceId, fromTheFuture, 2))
      clock.advance(-31 * 86_400_000)
      await expect(client.commitQuota({ workspaceId, key: fromTheFuture })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      expect((await client.reserveQuota(staff(workspaceId))).use).toMatchObject({ used: 1, limit: 2 })
    } finally {
      client.close()
      await own.stop()
    }
  })
})

describe('ReleaseQuota', () => {
  it('leaves nothing reserved when it runs concurrently with ReserveQuota', async () => {
    const { workspaceId } = await workspaceWith({ 'max-staff': '50' })
    const keys = Array.from({ length: 20 }, () => newId())
    const outcomes = await Promise.allSettled(
      keys.flatMap((key) => [
        billing.reserveQuota(staff(workspaceId, key)),
        billing.releaseQuota({ workspaceId, key }),
      ]),
    )
    const codes = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : [],
    )
    expect(codes.filter((code) => code !== 'CONFLICT')).toEqual([])
    const releases = outcomes.filter((_, index) => index % 2 === 1)
    expect(releases.map(({ status }) => status)).toEqual(keys.map(() => 'fulfilled'))
    expect((await billing.reserveQuota(staff(workspaceId, newId()))).use).toMatchObject({ used: 1 })
  })
})
