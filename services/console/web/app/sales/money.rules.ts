import { inLatinNumber } from '../../i18n/number.rules.ts'

const placesByCode = new Map(
  (
    [
      [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
      [3, 'BHD IQD JOD KWD LYD OMR TND'],
      [4, 'CLF UYW'],
    ] as const
  ).flatMap(([places, codes]) => codes.split(' ').map((code) => [code, places] as const)),
)

/**
 * Returns the decimal places of a currency by ISO 4217, as the platform does; browsers use different ones for
 * some currencies.
 */
export const currencyPlaces = (code: string): number => placesByCode.get(code) ?? 2

/** A number as digits and decimal places, for exact arithmetic. */
const decimalOf = (value: number): { digits: bigint; places: number } => {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const places = fraction.length - Number(exponent)
  const digits = BigInt(`${whole}${fraction}`)
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places }
}

const roundHalfUp = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator))

/** Returns quantity times unit price in minor units, rounded once, half up. Both are 0 or more. */
export const multiplyToMinor = (quantity: number, unitPrice: number, currencyCode: string): number => {
  const [a, b] = [decimalOf(quantity), decimalOf(unitPrice)]
  const scaled = a.digits * b.digits * 10n ** BigInt(currencyPlaces(currencyCode))
  return roundHalfUp(scaled, 10n ** BigInt(a.places + b.places))
}

/** Returns an amount in minor units, rounded half up. */
export const toMinor = (amount: number, currencyCode: string): number =>
  multiplyToMinor(1, amount, currencyCode)

export const fromMinor = (minor: number, currencyCode: string): number =>
  Number(`${minor}e-${currencyPlaces(currencyCode)}`)

/** Returns whether an amount is 0 or more and has no more decimal places than its currency. */
export const isAmount = (amount: number, currencyCode: string): boolean =>
  Number.isFinite(amount) &&
  amount >= 0 &&
  amount <= 1_000_000_000 &&
  decimalOf(amount).places <= currencyPlaces(currencyCode)

/** Returns a percentage of an amount in minor units, rounded half up. */
export const percentOf = (minor: number, percent: number): number => {
  const { digits, places } = decimalOf(percent)
  return roundHalfUp(BigInt(minor) * digits, 10n ** BigInt(places + 2))
}

/** Splits an amount in proportion to the weights by largest remainder, as the platform does. */
const allocate = (amount: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (sum === 0n) return weights.map(() => 0)
  const parts = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight)
    return { index, whole: Number(product / sum), rest: product % sum }
  })
  const result = parts.map(({ whole }) => whole)
  const left = amount - result.reduce((total, whole) => total + whole, 0)
  const byRest = parts.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const { index } of byRest.slice(0, left)) result[index]! += 1
  return result
}

export type Tax = { name: string; percentage: number }
export type TaxPart = Tax & { taxMinor: number; netMinor: number }

/** Returns the taxes that the total after discounts contains, by rate. Items that are not taxed are left out. */
export const taxesIn = (
  items: readonly { totalMinor: number; tax: Tax | null }[],
  discountMinor: number,
): TaxPart[] => {
  const discounts = allocate(
    discountMinor,
    items.map(({ totalMinor }) => totalMinor),
  )
  const gross = new Map<string, Tax & { grossMinor: number }>()
  for (const [index, { totalMinor, tax }] of items.entries()) {
    if (!tax) continue
    const key = JSON.stringify([tax.name, tax.percentage])
    const before = gross.get(key)?.grossMinor ?? 0
    gross.set(key, { ...tax, grossMinor: before + totalMinor - discounts[index]! })
  }
  return [...gross.values()].map(({ name, percentage, grossMinor }) => {
    const { digits, places } = decimalOf(percentage)
    const taxMinor = roundHalfUp(BigInt(grossMinor) * digits, 100n * 10n ** BigInt(places) + digits)
    return { name, percentage, taxMinor, netMinor: grossMinor - taxMinor }
  })
}

/** Parses an amount or quantity, which may contain thousands separators; returns NaN for other text. */
export const toNumber = (text: string): number => {
  const latin = inLatinNumber(text).replaceAll(/[,،٬]/g, '')
  return /^\d+(\.\d+)?$|^\.\d+$/.test(latin) ? Number(latin) : Number.NaN
}

/** Returns round amounts that people are likely to pay with in cash, smallest first. */
export const cashSuggestions = (totalMinor: number, currencyCode: string): number[] => {
  const unit = 10 ** currencyPlaces(currencyCode)
  const whole = Math.ceil(totalMinor / unit)
  const steps = [10, 50, 100, 200, 500, 1000].map((step) => Math.ceil(whole / step) * step)
  return [...new Set(steps)].filter((amount) => amount * unit > totalMinor).slice(0, 3)
}
