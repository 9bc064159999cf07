import { decimal } from '@wp/kernel'
import { z } from 'zod'
import { currency } from './currency.rules.ts'

/** An amount of money in dollars and cents. */
export const Amount = decimal(2)
  .min(0.01, { error: 'must be at least 0.01' })
  .max(1_000_000_000, { error: 'must be at most 1000000000' })

/** The platform charges and counts in one currency. */
export const Usd = z
  .string()
  .refine((code) => code === currency, { error: `must be ${currency}, the only currency here` })
  .default(currency)
