import { fromMinor } from '@wp/kernel'
import { currency } from '../money/currency.rules.ts'
import type { RenewalQuote } from './renewal.contract.ts'
import type { CentsQuote } from './renewal.rules.ts'

export const toQuote = ({ period, lines, totalCents }: CentsQuote): RenewalQuote => ({
  period,
  lines: lines.map(({ kind, label, cents }) => ({ kind, label, amount: fromMinor(cents, currency) })),
  total: fromMinor(totalCents, currency),
  currencyCode: currency,
})
