import { toFormat } from './format.rules.ts'
import type { Format } from './format.rules.ts'
import { useLanguage } from './language.ts'
import { oncePerKey } from './once-per-key.ts'
import { currentPlace } from './place.ts'

const formatFor = oncePerKey((key) => {
  const [locale = '', currencyCode = '', timeZone = ''] = key.split(' ')
  return toFormat({ locale, currencyCode, timeZone })
})

/** Returns the functions that format values for the current language and workspace. */
export const useFormat = (): Format => {
  const { locale } = useLanguage()
  const { currencyCode, timeZone } = currentPlace()
  return formatFor(`${locale} ${currencyCode} ${timeZone}`)
}
