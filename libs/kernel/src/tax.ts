/** A rate's part of an amount, in minor units. `name` is null for the untaxed part. */
export type TaxLine = {
  name: string | null
  percentage: number
  netMinor: number
  taxMinor: number
  grossMinor: number
}

/** Something sold with the rate that applied, or null when it is not taxed. Prices include tax. */
export type TaxedItem = { totalMinor: number; tax?: { name: string; percentage: number } | null }

/**
 * Splits an amount into whole minor units in proportion to the weights, by largest remainder: the parts add up to the
 * amount, and none exceeds its weight when the amount is at most their sum. Equal remainders go to the earlier part.
 */
export const allocate = (amountMinor: number, weights: readonly number[]): number[] => {
  const amount = BigInt(amountMinor)
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (sum === 0n) return weights.map(() => 0)
  const parts = weights.map((weight, index) => {
    const product = amount * BigInt(weight)
    return { index, whole: product / sum, rest: product % sum }
  })
  let left = Number(amount - parts.reduce((total, { whole }) => total + whole, 0n))
  const result = parts.map(({ whole }) => Number(whole))
  for (const { index } of parts.toSorted((a, b) =>
    a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1,
  )) {
    if (left === 0) break
    result[index]! += 1
    left -= 1
  }
  return result
}

const rateScale = 10_000

/** Returns the tax that a gross amount contains, rounded once, half away from zero. Percentages have up to 4 places. */
export const taxIn = (grossMinor: number, percentage: number): number => {
  const rate = BigInt(Math.round(percentage * rateScale))
  const whole = BigInt(100 * rateScale) + rate
  return Number((2n * BigInt(grossMinor) * rate + whole) / (2n * whole))
}

const toLine = (name: string | null, percentage: number, grossMinor: number): TaxLine => {
  const taxMinor = taxIn(grossMinor, percentage)
  return { name, percentage, netMinor: grossMinor - taxMinor, taxMinor, grossMinor }
}

/**
 * Returns net, tax and gross for each rate, in order of the items. The discount is spread over the items in proportion
 * to their totals; the gross amounts add up to the total after the discount.
 */
export const taxLines = (items: readonly TaxedItem[], discountMinor = 0): TaxLine[] => {
  const discounts = allocate(
    discountMinor,
    items.map(({ totalMinor }) => totalMinor),
  )
  const gross = new Map<string, { name: string | null; percentage: number; grossMinor: number }>()
  for (const [index, { totalMinor, tax }] of items.entries()) {
    const [name, percentage] = tax ? [tax.name, tax.percentage] : [null, 0]
    const key = JSON.stringify([name, percentage])
    const known = gross.get(key) ?? { name, percentage, grossMinor: 0 }
    gross.set(key, { ...known, grossMinor: known.grossMinor + totalMinor - discounts[index]! })
  }
  return [...gross.values()].map(({ name, percentage, grossMinor }) => toLine(name, percentage, grossMinor))
}

/**
 * Returns the part of tax lines that an amount such as a refund takes after `beforeMinor` was already taken,
 * in proportion to the gross amounts. Taking the whole total in any number of steps adds up to the lines
 * exactly, and no part is negative.
 */
export const takenTaxLines = (
  lines: readonly TaxLine[],
  beforeMinor: number,
  amountMinor: number,
): TaxLine[] => {
  const before = shareOf(lines, beforeMinor)
  const after = shareOf(lines, beforeMinor + amountMinor)
  return after.map((line, index) => ({
    ...line,
    netMinor: line.netMinor - before[index]!.netMinor,
    taxMinor: line.taxMinor - before[index]!.taxMinor,
    grossMinor: line.grossMinor - before[index]!.grossMinor,
  }))
}

const shareOf = (lines: readonly TaxLine[], amountMinor: number): TaxLine[] => {
  const parts = allocateSteadily(
    amountMinor,
    lines.map(({ grossMinor }) => grossMinor),
  )
  return lines.map(({ name, percentage }, index) => toLine(name, percentage, parts[index]!))
}

/**
 * Splits an amount like `allocate`, but a larger amount never makes a part smaller (Webster's method). By largest
 * remainder, a part can shrink when the amount grows.
 */
export const allocateSteadily = (amountMinor: number, weights: readonly number[]): number[] => {
  const amount = BigInt(amountMinor)
  const all = weights.map(BigInt)
  const sum = all.reduce((total, weight) => total + weight, 0n)
  if (sum === 0n) return weights.map(() => 0)
  const parts = all.map((weight) => (2n * amount * weight + sum) / (2n * sum))
  let left = amount - parts.reduce((total, part) => total + part, 0n)
  // The next unit goes to the largest weight / (2 * part + 1); ties are resolved in the order of the weights.
  const precedes = (a: number, b: number, step: bigint): boolean => {
    const [x, y] = [all[a]! * (2n * parts[b]! + step), all[b]! * (2n * parts[a]! + step)]
    return x === y ? a < b : x > y
  }
  const used = [...weights.keys()].filter((index) => weights[index]! > 0)
  for (; left > 0n; left -= 1n) parts[used.reduce((best, at) => (precedes(at, best, 1n) ? at : best))]! += 1n
  for (; left < 0n; left += 1n) parts[used.reduce((last, at) => (precedes(last, at, -1n) ? at : last))]! -= 1n
  return parts.map(Number)
}
