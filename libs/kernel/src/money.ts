import Big from 'big.js'
import { AppError, invalid } from './errors.ts'

const zeroPlaces = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
const threePlaces = 'BHD IQD JOD KWD LYD OMR TND'
const fourPlaces = 'CLF UYW'
const twoPlaces =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF ' +
  'CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG ' +
  'HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK ' +
  'MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE ' +
  'SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG'

/**
 * ISO 4217 decimal places. The runtime's table follows CLDR, which gives the Iraqi dinar zero places instead of
 * three.
 */
const placesByCode: ReadonlyMap<string, number> = new Map(
  [zeroPlaces, twoPlaces, threePlaces, fourPlaces].flatMap((codes, index) =>
    codes.split(' ').map((code): [string, number] => [code, [0, 2, 3, 4][index]!]),
  ),
)

/** Returns true for a known ISO 4217 currency code. */
export const isCurrencyCode = (value: unknown): value is string =>
  typeof value === 'string' && placesByCode.has(value)

/** Returns the decimal places of a currency. Throws VALIDATION_FAILED for an unknown code. */
export const currencyPlaces = (code: string): number => {
  const places = placesByCode.get(code)
  if (places === undefined)
    throw new AppError('VALIDATION_FAILED', `"${code}" is not an ISO 4217 currency code such as USD or KWD`)
  return places
}

/**
 * Converts a decimal amount to whole minor units. Throws VALIDATION_FAILED for the field `path` when it has more
 * decimal places than its currency or is too large to be exact.
 */
export const toMinor = (decimal: number, currency: string, path = 'amount'): number => {
  const places = currencyPlaces(currency)
  const minor = scale(exact(decimal, path), places)
  if (!minor.eq(minor.round(0, Big.roundDown)))
    throw invalid(path, `must have at most ${places} decimal places`)
  return safe(minor, path)
}

/** Converts whole minor units to the decimal number shown in replies. */
export const fromMinor = (minor: number, currency: string): number =>
  scale(exact(minor), -currencyPlaces(currency)).toNumber()

/**
 * Returns quantity times unit price in minor units, computed exactly and rounded once, half away from zero. Throws
 * VALIDATION_FAILED for the field `path` when the result is too large to be exact.
 */
export const multiplyToMinor = (
  quantity: number,
  unitPrice: number,
  currency: string,
  path = 'amount',
): number =>
  safe(
    scale(exact(quantity, path).times(exact(unitPrice, path)), currencyPlaces(currency)).round(
      0,
      Big.roundHalfUp,
    ),
    path,
  )

/** Returns a percentage of an amount in minor units, computed exactly and rounded once, half away from zero. */
export const percentOf = (minor: number, percent: number): number =>
  safe(scale(exact(minor).times(exact(percent)), -2).round(0, Big.roundHalfUp))

const exact = (value: number, path = 'amount'): Big => {
  if (!Number.isFinite(value)) throw invalid(path, 'must be a finite number')
  return new Big(value)
}

/** Multiplies by 10 to the power of `places`. Moves the exponent because dividing in big.js would round. */
const scale = (value: Big, places: number): Big => value.times(new Big(`1e${places}`))

const safe = (minor: Big, path = 'amount'): number => {
  const value = minor.toNumber()
  if (!Number.isSafeInteger(value)) throw invalid(path, 'must be at most 9,007,199,254,740,991 minor units')
  return value === 0 ? 0 : value
}

/** Returns a formatter for amounts that uses the decimal places of ISO 4217 instead of the runtime's. */
export const moneyFormat = (locale: string, currency: string): ((amount: number) => string) =>
  formatOf(locale, { style: 'currency', currency, ...placesOf(currency) })

/**
 * Returns a formatter for amounts without their currency, for columns. Prices can have more decimal places than the
 * currency.
 */
export const amountFormat = (locale: string, currency: string, maxPlaces = 0): ((amount: number) => string) =>
  formatOf(locale, placesOf(currency, maxPlaces))

const placesOf = (currency: string, maxPlaces = 0) => {
  const places = currencyPlaces(currency)
  return { minimumFractionDigits: places, maximumFractionDigits: Math.max(places, maxPlaces) }
}

/** Writes negative zero without a sign. */
const formatOf = (locale: string, options: Intl.NumberFormatOptions): ((amount: number) => string) => {
  const format = new Intl.NumberFormat(locale, options)
  return (amount) => format.format(amount === 0 ? 0 : amount)
}
