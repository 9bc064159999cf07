/** Returns the currencies with their names in a language, sorted by code. */
export const currencyChoices = (language: string): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${value} • ${names.of(value) ?? value}`,
  }))
}
