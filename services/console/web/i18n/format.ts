import { useMemo } from 'react'
import { toFormat } from './format.rules.ts'
import type { Format } from './format.rules.ts'
import { useLanguage } from './language.ts'

type Place = { currencyCode: string; timeZone: string }

let place: Place = { currencyCode: 'USD', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }

/** Money and times are shown in the workspace's currency and time zone, wherever the person is. */
export const setPlace = (next: Place): void => {
  place = next
}

/** Returns the functions that format values for the current language and workspace. */
export const useFormat = (): Format => {
  const { locale } = useLanguage()
  const { currencyCode, timeZone } = place
  return useMemo(() => toFormat({ locale, currencyCode, timeZone }), [locale, currencyCode, timeZone])
}
