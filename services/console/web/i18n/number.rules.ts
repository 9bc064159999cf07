/** Returns the number that a text means; NaN for others. */
export const toNumber = (text: string): number => {
  const latin = text
    .trim()
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace('٫', '.')
    .replace(/,(?=\d{1,2}$)/, '.')
  return latin === '' ? Number.NaN : Number(latin)
}
