import { newWorkspace, openTestDatabase } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as contract from '../src/contract.ts'
import { couponCollection } from '../src/coupons/coupon.store.ts'

/** Inserts coupons into the database of the running service. */
const insertCoupons = async (workspaceId: string, count: number, deletedAt: Date | null) => {
  const db = await openTestDatabase('wp_labs', { collections: [couponCollection] })
  onTestFinished(() => db.close())
  await db
    .tenant(couponCollection)(workspaceId)
    .insertMany(
      Array.from({ length: count }, (_, index) => ({
        couponTitle: 'Spring',
        couponCode: `Spring ${index}`,
        codeKey: deletedAt ? null : `spring ${index}`,
        couponType: 'percentage' as const,
        couponValue: 10,
        couponStatus: 'active' as const,
        deletedAt,
      })),
    )
}

const coupon = { couponTitle: 'New', couponCode: 'New', couponType: 'percentage' as const, couponValue: 5 }

describe('/workspace/:workspaceId/labs/coupons', () => {
  it('accepts 1,000 coupons per workspace and lists the newest 2,000, including deleted ones', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    await insertCoupons(workspaceId, 1200, new Date())
    await insertCoupons(workspaceId, 999, null)
    const created = await api.createLabCoupon(coupon)
    expect(created.status).toBe(201)
    expect(await api.createLabCoupon({ ...coupon, couponCode: 'Other' })).toFailWith(422, 'VALIDATION_FAILED')
    expect((await api.listLabCoupons()).body.labCoupons).toHaveLength(1000)
    const all = (await api.listLabCoupons({ query: { includeDeleted: 'true' } })).body.labCoupons
    expect(all).toHaveLength(2000)
    expect(all[0]!.id).toBe(created.body.labCoupon.id)

    const params = { couponId: created.body.labCoupon.id }
    expect((await api.deleteLabCoupon({ params })).status).toBe(204)
    expect((await api.createLabCoupon({ ...coupon, couponCode: 'Other' })).status).toBe(201)
  })
})
