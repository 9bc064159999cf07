import { AppError, fromMinor, invalid, multiplyToMinor, percentOf, toMinor } from '@wp/kernel'
import type { CouponType } from './coupon.contract.ts'

/** How codes are compared: trimmed, without case or width. */
export const toCodeKey = (code: string): string => code.normalize('NFKC').trim().toLowerCase()

export type CouponTerms = { couponType: CouponType; couponValue: number }

/** Refuses an amount with more places than the currency of the workspace. */
export const checkCouponValue = ({ couponType, couponValue }: CouponTerms, currencyCode: string): void => {
  if (couponType === 'percentage') return
  try {
    toMinor(couponValue, currencyCode)
  } catch (error) {
    throw error instanceof AppError ? invalid('couponValue', `is refused: ${error.message}`) : error
  }
}

/** What the coupon takes off: never more than there is. */
export const toDiscountMinor = (coupon: CouponTerms, subtotalMinor: number, currencyCode: string): number => {
  const { kind, value } = toInvoiceDiscount(coupon, currencyCode)
  const wanted = kind === 'percentage' ? percentOf(subtotalMinor, value) : toMinor(value, currencyCode)
  return Math.min(wanted, subtotalMinor)
}

/** The coupon as a discount line of an invoice; an amount from before the currency changed is rounded to its places. */
export const toInvoiceDiscount = ({ couponType, couponValue }: CouponTerms, currencyCode: string) =>
  couponType === 'percentage'
    ? { kind: 'percentage' as const, value: Math.min(couponValue, 100) }
    : {
        kind: 'fixed' as const,
        value: fromMinor(multiplyToMinor(1, couponValue, currencyCode), currencyCode),
      }
