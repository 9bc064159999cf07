import { toMinor } from '@wp/kernel'
import { z } from 'zod'

type TotalRange = { minTotal?: number | undefined; maxTotal?: number | undefined }

const Total = z.coerce.number().min(0)

/** Query parameters that filter by an amount, both inclusive; use them with `withTotalRange`. */
export const totalRange = {
  minTotal: Total.optional().describe('The smallest total'),
  maxTotal: Total.optional().describe('The largest total'),
}

/** Returns the query schema with a check that `minTotal` is not greater than `maxTotal` (422). */
export const withTotalRange = <Schema extends z.ZodObject>(schema: Schema): Schema =>
  schema.refine(
    (query) => {
      const { minTotal, maxTotal } = query as TotalRange
      return minTotal === undefined || maxTotal === undefined || minTotal <= maxTotal
    },
    { path: ['minTotal'], error: 'must not be greater than maxTotal' },
  )

/**
 * Returns the range in minor units with its currency, or an empty object when no amount is given. Throws
 * VALIDATION_FAILED for an amount with too many decimal places.
 */
export const minorRange = (
  { minTotal, maxTotal }: TotalRange,
  currencyCode: string,
): { amount?: MinorRange } =>
  minTotal === undefined && maxTotal === undefined
    ? {}
    : {
        amount: {
          currencyCode,
          ...(minTotal !== undefined && { min: toMinor(minTotal, currencyCode, 'minTotal') }),
          ...(maxTotal !== undefined && { max: toMinor(maxTotal, currencyCode, 'maxTotal') }),
        },
      }

/** Amounts in minor units of a currency, both inclusive. */
export type MinorRange = { currencyCode: string; min?: number; max?: number }
