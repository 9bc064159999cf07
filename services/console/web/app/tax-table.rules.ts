import { currencyPlaces, fromMinor } from './sales/money.rules.ts'

type Amounts = { net: number; tax: number; gross: number }

/** Returns the sums of amounts in one currency; refunds can make them negative. */
export const sumTaxes = (lines: readonly Amounts[], currencyCode: string): Amounts => {
  const factor = 10 ** currencyPlaces(currencyCode)
  const sum = (name: keyof Amounts): number =>
    fromMinor(
      lines.reduce((minor, line) => minor + Math.round(line[name] * factor), 0),
      currencyCode,
    )
  return { net: sum('net'), tax: sum('tax'), gross: sum('gross') }
}
