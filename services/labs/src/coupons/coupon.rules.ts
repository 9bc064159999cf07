import { AppError, fromMinor, invalid, multiplyToMinor, percentOf, toMinor } from '@wp/kernel'
import type { CouponTerms } from './coupon.types.ts'

/** Returns the form in which codes are compared: trimmed, ignoring case and character width. */
export const toCodeKey = (code: string): string => code.normalize('NFKC').trim().toLowerCase()

/** Throws for an amount with more decimal places than the currency has. */
export const checkCouponValue = ({ couponType, couponValue }: CouponTerms, currencyCode: string): void => {
  if (couponType === 'percentage') return
  try {
    toMinor(couponValue, currencyCode)
  } catch (error) {
    throw error instanceof AppError ? invalid('couponValue', `is invalid: ${error.message}`) : error
  }
}

/** Returns the discount, at most the subtotal. */
export const toDiscountMinor = (coupon: CouponTerms, subtotalMinor: number, currencyCode: string): number => {
  const { kind, value } = toInvoiceDiscount(coupon, currencyCode)
  const wanted = kind === 'percentage' ? percentOf(subtotalMinor, value) : toMinor(value, currencyCode)
  return Math.min(wanted, subtotalMinor)
}

/**
 * Returns the coupon as a discount line of an invoice. An amount in a previous currency is rounded to the decimal
 * places of the current one.
 */
export const toInvoiceDiscount = ({ couponType, couponValue }: CouponTerms, currencyCode: string) =>
  couponType === 'percentage'
    ? { kind: 'percentage' as const, value: Math.min(couponValue, 100) }
    : {
        kind: 'fixed' as const,
        value: fromMinor(multiplyToMinor(1, couponValue, currencyCode), currencyCode),
      }
