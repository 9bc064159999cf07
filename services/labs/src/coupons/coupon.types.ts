import type { CouponType } from './coupon.contract.ts'

export type CouponTerms = { couponType: CouponType; couponValue: number }
