/** Replaces Arabic-Indic digits (٠-٩) and extended ones (۰-۹), which Persian and Urdu keyboards type. */
export const inLatinDigits = (text: string): string =>
  text.replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))

/**
 * Returns a typed number with Latin digits and a decimal point. Removes Arabic thousands separators, and the invisible
 * marks that copied Arabic amounts contain. A comma is a decimal separator before one or two digits.
 */
export const inLatinNumber = (text: string): string =>
  inLatinDigits(text.replaceAll(/[\u061C\u200E\u200F]/g, '').trim())
    .replaceAll(/٬(?=\d{3}(?!\d))/g, '')
    .replace('٫', '.')
    .replace(/[,،](?=\d{1,2}$)/, '.')

/** Parses a number; returns NaN for other text. */
export const toNumber = (text: string): number => {
  const latin = inLatinNumber(text)
  return latin === '' ? Number.NaN : Number(latin)
}

/** Parses a typed document number such as `#1042`; returns 0 for other text. */
export const numberIn = (text: string): number => {
  const latin = inLatinDigits(text)
  return /^#?\d{1,9}$/.test(latin) ? Number(latin.replace('#', '')) : 0
}
