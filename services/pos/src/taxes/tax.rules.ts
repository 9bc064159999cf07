import type { TaxLine } from '@wp/kernel'

/** The sum of a rate in a currency. */
export type TaxSum = TaxLine & { currencyCode: string }

/** Sorts sums by currency, then by percentage, highest first, and name. */
export const sortTaxSums = (sums: readonly TaxSum[]): TaxSum[] =>
  sums.toSorted(
    (a, b) =>
      compare(a.currencyCode, b.currencyCode) ||
      b.percentage - a.percentage ||
      Number(a.name === null) - Number(b.name === null) ||
      compare(a.name ?? '', b.name ?? ''),
  )

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Returns the lines with negated amounts, for refunds and voids. */
export const negative = (lines: readonly TaxLine[]): TaxLine[] =>
  lines.map(({ name, percentage, netMinor, taxMinor, grossMinor }) => ({
    name,
    percentage,
    netMinor: -netMinor,
    taxMinor: -taxMinor,
    grossMinor: -grossMinor,
  }))
