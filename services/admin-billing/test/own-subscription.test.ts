import { newId } from '@wp/kernel'
import { adminApi, newStaff, newWorkspace } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'

describe('GET /workspace/:workspaceId/subscription', () => {
  it('returns the plan, discount, limits and next renewal price', async () => {
    const { api, workspaceId, planId } = await newWorkspace(contract, { planSlug: 'basic' })
    const admin = await adminApi(contract)
    const params = { workspaceId }
    await admin.updateSubscription({ params, body: { discountPercentage: 50 } })
    await admin.createInvoiceAddition({ params, body: { reason: 'SMS', quantity: 1, unitPrice: 3 } })
    const { status, body } = await api.getOwnSubscription()
    expect(status).toBe(200)
    expect(body.subscription).toMatchObject({
      workspaceId,
      plan: { id: planId, slug: 'basic' },
      isActive: true,
      discountPercentage: 50,
      limits: { maxStaff: 10, storageMB: 1024 },
      staffUsed: 0,
      nextRenewal: { period: 'monthly', total: 12.5 },
    })
  })
})

describe('GET /workspace/:workspaceId/subscription?locale', () => {
  it("translates the plan's name, and returns the original one for other languages", async () => {
    const { api } = await newWorkspace(contract, { planSlug: 'basic' })
    const nameIn = async (locale?: string): Promise<string> =>
      (await api.getOwnSubscription({ query: { locale } })).body.subscription.plan.name
    expect([await nameIn(), await nameIn('ar'), await nameIn('fr')]).toEqual(['Basic', 'أساسي', 'Basic'])
  })
})

describe('GET /workspace/:workspaceId/subscription and /storage', () => {
  it('returns the subscription and storage of an expired workspace', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const admin = await adminApi(contract)
    await admin.updateSubscription({
      params: { workspaceId },
      body: { subscriptionEndDate: '2020-01-01T00:00:00Z' },
    })
    expect((await api.getOwnSubscription()).body.subscription.isActive).toBe(false)
    const { storage } = (await api.getOwnStorage()).body
    expect(storage).toMatchObject({ usedBytes: 0, services: [], additionalStorageMB: 0 })
  })

  it('returns a whole number of bytes for additional storage in fractions of a megabyte', async () => {
    const { api, workspaceId } = await newWorkspace(contract, { planSlug: 'basic' })
    const admin = await adminApi(contract)
    const stored = await admin.updateStorage({ params: { workspaceId }, body: { additionalStorageMB: 0.3 } })
    expect(stored.status).toBe(200)
    const { storage } = (await api.getOwnStorage()).body
    expect(storage).toMatchObject({ quotaBytes: Math.floor(1024.3 * 1024 * 1024), additionalStorageMB: 0.3 })
  })

  it('rejects staff members and owners of other workspaces, and unknown or malformed workspace ids', async () => {
    const workspace = await newWorkspace(contract)
    const other = await newWorkspace(contract)
    const staff = await newStaff(workspace, ['workspace.manage', 'finance.manage'], contract)
    expect(await staff.api.getOwnSubscription()).toFailWith(403, 'FORBIDDEN')
    expect(await staff.api.getOwnStorage()).toFailWith(403, 'FORBIDDEN')
    const params = { workspaceId: other.workspaceId }
    expect(await workspace.api.getOwnSubscription({ params })).toFailWith(403, 'WRONG_WORKSPACE')
    expect(await workspace.api.getOwnStorage({ params: { workspaceId: newId() } })).toFailWith(
      404,
      'NOT_FOUND',
    )
    expect(await workspace.api.getOwnStorage({ params: { workspaceId: 'nonsense' } })).toFailWith(
      400,
      'INVALID_ID',
    )
  })
})
