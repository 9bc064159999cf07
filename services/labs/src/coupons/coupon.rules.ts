import { AppError, fromMinor, multiplyToMinor, percentOf, toMinor } from '@wp/kernel'
import type { CouponTerms } from './coupon.types.ts'

/** Returns the form in which codes are compared: trimmed, ignoring case and character width. */
export const toCodeKey = (code: string): string => code.normalize('NFKC').trim().toLowerCase()

const maxCoupons = 1000
/** The maximum number of coupons in one list, which can include deleted ones. */
export const maxListed = 2 * maxCoupons

/** Throws 422 when the workspace already has the maximum number of coupons. */
export const checkCouponCount = (count: number): void => {
  if (count >= maxCoupons)
    throw new AppError(
      'VALIDATION_FAILED',
      `A workspace can have at most ${maxCoupons} coupons; delete one first`,
    )
}

/** Throws when an amount has more decimal places than the currency or is too large to be exact. */
export const checkCouponValue = ({ couponType, couponValue }: CouponTerms, currencyCode: string): void => {
  if (couponType !== 'percentage') toMinor(couponValue, currencyCode, 'couponValue')
}

/** Returns the discount, which never exceeds the subtotal. */
export const toDiscountMinor = (coupon: CouponTerms, subtotalMinor: number, currencyCode: string): number => {
  const { kind, value } = toInvoiceDiscount(coupon, currencyCode)
  const wanted = kind === 'percentage' ? percentOf(subtotalMinor, value) : toMinor(value, currencyCode)
  return Math.min(wanted, subtotalMinor)
}

/**
 * Converts the coupon to an invoice discount. An amount in a previous currency is rounded to the current currency's
 * decimal places.
 */
export const toInvoiceDiscount = ({ couponType, couponValue }: CouponTerms, currencyCode: string) =>
  couponType === 'percentage'
    ? { kind: 'percentage' as const, value: Math.min(couponValue, 100) }
    : {
        kind: 'fixed' as const,
        value: fromMinor(multiplyToMinor(1, couponValue, currencyCode), currencyCode),
      }
