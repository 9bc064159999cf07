import { useMemo } from 'react'
import { toFormat } from './format.rules.ts'
import type { Format } from './format.rules.ts'
import { useLanguage } from './language.ts'
import { currentPlace } from './place.ts'

/** Returns the functions that format values for the current language and workspace. */
export const useFormat = (): Format => {
  const { locale } = useLanguage()
  const { currencyCode, timeZone } = currentPlace()
  return useMemo(() => toFormat({ locale, currencyCode, timeZone }), [locale, currencyCode, timeZone])
}
