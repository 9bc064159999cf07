/** Replaces Arabic-Indic digits. */
export const inLatinDigits = (text: string): string =>
  text.replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))

/** Parses a number; returns NaN for other text. */
export const toNumber = (text: string): number => {
  const latin = inLatinDigits(text.trim())
    .replace('٫', '.')
    .replace(/,(?=\d{1,2}$)/, '.')
  return latin === '' ? Number.NaN : Number(latin)
}

/** Parses a typed document number such as `#1042`; returns 0 for other text. */
export const numberIn = (text: string): number => {
  const latin = inLatinDigits(text)
  return /^#?\d{1,9}$/.test(latin) ? Number(latin.replace('#', '')) : 0
}
