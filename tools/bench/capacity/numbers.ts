/** Returns a number with three significant digits. */
export const number = (value: number, digits = 3): string =>
  Number(value.toPrecision(digits)).toLocaleString('en-US', { maximumFractionDigits: 4 })

export const percent = (share: number): string => `${number(share * 100)} %`

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

export const bytes = (value: number): string => {
  const power = Math.min(Math.floor(Math.log10(Math.max(value, 1)) / 3), units.length - 1)
  return `${number(value / 1000 ** power)} ${units[power]}`
}
