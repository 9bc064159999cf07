import { addDays } from '../i18n/format.rules.ts'
import { addMonths, startOfWeek } from '../i18n/week.rules.ts'

type Keys = { key: string; shiftKey: boolean }

/** Returns the day that a key moves to in a calendar, or null for other keys. */
export const dayAfterKey = (
  { key, shiftKey }: Keys,
  day: string,
  firstDay: number,
  isRtl: boolean,
): string | null => {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, isRtl ? 1 : -1)
    case 'ArrowRight':
      return addDays(day, isRtl ? -1 : 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return startOfWeek(day, firstDay)
    case 'End':
      return addDays(startOfWeek(day, firstDay), 6)
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1)
    default:
      return null
  }
}

/** Returns the nearest day that can be chosen. */
export const within = (day: string, min = '', max = '9999-12-31'): string =>
  day < min ? min : day > max ? max : day
