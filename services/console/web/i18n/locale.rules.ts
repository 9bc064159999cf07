/** Returns the locale of a language for a person whose browser has another one: the country decides about digits. */
export const localeFor = (language: string, browser: string): string => {
  const { language: own, region } = new Intl.Locale(browser)
  if (own === language) return browser
  return region ? `${language}-${region}` : language
}
