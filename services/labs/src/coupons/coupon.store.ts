import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import { listed } from '../lab-routes/soft-delete.store.ts'
import type { LabCoupon, LabCouponChanges, NewLabCoupon } from './coupon.contract.ts'
import { maxListed, toCodeKey } from './coupon.rules.ts'

type CouponRecord = Omit<LabCoupon, 'id' | 'workspaceId' | 'createdAt' | 'updatedAt' | 'deletedAt'> & {
  /** The code as returned by `toCodeKey`; null for a deleted coupon, so that its code can be used again. */
  codeKey: string | null
  deletedAt: Date | null
}
export type StoredCoupon = TenantDoc<CouponRecord>

export const couponCollection = collection<CouponRecord>(
  'coupons',
  'Lab coupon',
  {
    couponTitle: String,
    couponCode: String,
    codeKey: String,
    couponType: String,
    couponValue: Number,
    couponStatus: String,
    deletedAt: Date,
  },
  [
    { keys: { workspaceId: 1, deletedAt: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list including deleted ones
    { keys: { workspaceId: 1, codeKey: 1 }, unique: true, partial: { codeKey: { $gt: '' } } }, // codes are unique
  ],
  { onePer: 'coupon; at most 1,000 per workspace' },
)

const present = { deletedAt: null }

export const couponStore = (db: Database) => {
  const coupons = db.tenant(couponCollection)
  return {
    list: (workspaceId: Id, { includeDeleted }: { includeDeleted: boolean }) =>
      coupons(workspaceId).find(listed(includeDeleted), {
        sort: { createdAt: -1, id: -1 },
        limit: maxListed,
      }),
    /** Counts the coupons that are not deleted. */
    count: (workspaceId: Id) => coupons(workspaceId).count(present),
    get: (workspaceId: Id, id: Id) => coupons(workspaceId).get({ id, ...present }),
    findByCode: (workspaceId: Id, code: string) => coupons(workspaceId).findOne({ codeKey: toCodeKey(code) }),
    /** Throws CONFLICT when another coupon has this code. */
    insert: (workspaceId: Id, coupon: NewLabCoupon) =>
      coupons(workspaceId).insert({ ...coupon, codeKey: toCodeKey(coupon.couponCode), deletedAt: null }),
    /** Throws CONFLICT when another coupon has this code. */
    update: (workspaceId: Id, id: Id, changes: LabCouponChanges) =>
      coupons(workspaceId).update(
        { id, ...present },
        {
          ...changes,
          ...(changes.couponCode !== undefined && { codeKey: toCodeKey(changes.couponCode) }),
        },
      ),
    remove: (workspaceId: Id, id: Id, deletedAt: Date) =>
      coupons(workspaceId).update({ id, ...present }, { deletedAt, codeKey: null }),
  }
}
