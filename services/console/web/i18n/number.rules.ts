const inLatinDigits = (text: string): string =>
  text.replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))

/** Returns the number that a text means; NaN for others. */
export const toNumber = (text: string): number => {
  const latin = inLatinDigits(text.trim())
    .replace('٫', '.')
    .replace(/,(?=\d{1,2}$)/, '.')
  return latin === '' ? Number.NaN : Number(latin)
}

/** Returns the number of a document that was typed, such as `#1042`; 0 for other texts. */
export const numberIn = (text: string): number => {
  const latin = inLatinDigits(text)
  return /^#?\d{1,9}$/.test(latin) ? Number(latin.replace('#', '')) : 0
}
