import { withIsoTimes } from '@wp/kernel'
import type { LabCoupon } from './coupon.contract.ts'
import type { StoredCoupon } from './coupon.store.ts'

export const toLabCoupon = (stored: StoredCoupon): LabCoupon => withIsoTimes(stored)
