import { dateIn, minutesIn } from './format.rules.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

/** Returns a moment as `YYYY-MM-DDTHH:mm` in a time zone. */
export const toLocal = (at: string, timeZone: string): string => {
  const minutes = minutesIn(timeZone, new Date(at))
  return `${dateIn(timeZone, new Date(at))}T${pad(Math.floor(minutes / 60) % 24)}:${pad(minutes % 60)}`
}

/** Returns the moment of a local time. A skipped local time counts as one hour later. */
export const toMoment = (local: string, timeZone: string): string => {
  const wanted = Date.parse(`${local}Z`)
  const offsetAt = (moment: number): number =>
    Date.parse(`${toLocal(new Date(moment).toISOString(), timeZone)}Z`) - moment
  const first = wanted - offsetAt(wanted)
  return new Date(wanted - offsetAt(first)).toISOString()
}
