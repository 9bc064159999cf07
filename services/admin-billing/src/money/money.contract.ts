import { decimal } from '@wp/kernel'
import { z } from 'zod'

/** The only currency in which the platform charges workspaces. */
export const currency = 'USD'

/** An amount in dollars with at most two decimal places. */
export const Amount = decimal(2)
  .min(0.01, { error: 'must be at least 0.01' })
  .max(1_000_000_000, { error: 'must be at most 1000000000' })

export const Usd = z
  .string()
  .refine((code) => code === currency, { error: `must be ${currency}` })
  .default(currency)
