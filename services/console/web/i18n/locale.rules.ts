/**
 * Returns a language's locale for a user whose browser has a different one; the country determines the
 * digits.
 */
export const localeFor = (language: string, browser: string): string => {
  const { language: own, region } = new Intl.Locale(browser)
  if (own === language) return browser
  return region ? `${language}-${region}` : language
}
