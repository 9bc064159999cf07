import { fromMinor } from '@wp/kernel'
import { currency } from '../money/money.contract.ts'
import type { RenewalQuote } from './renewal.contract.ts'
import type { QuoteInCents } from './renewal.rules.ts'

export const toRenewalQuote = ({ period, lines, totalCents }: QuoteInCents): RenewalQuote => ({
  period,
  lines: lines.map(({ kind, label, cents }) => ({ kind, label, amount: fromMinor(cents, currency) })),
  total: fromMinor(totalCents, currency),
  currencyCode: currency,
})
