import { oncePerKey } from './once-per-key.ts'

export type Format = ReturnType<typeof toFormat>

type Setting = { locale: string; currencyCode: string; timeZone: string }

/** A calendar date has no time zone; it is formatted as midnight UTC. */
const asUtc = (date: string): Date => new Date(`${date.slice(0, 10)}T00:00:00Z`)

const dayMs = 86_400_000

const dayIn = oncePerKey(
  (timeZone) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)
const clockIn = oncePerKey(
  (timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
)

/** Returns the calendar date of a moment in a time zone, as `YYYY-MM-DD`. */
export const dateIn = (timeZone: string, at: Date): string => dayIn(timeZone).format(at)

/** Returns the time of day of a moment in a time zone, as minutes after midnight. */
export const minutesIn = (timeZone: string, at: Date): number => {
  const [hours = 0, minutes = 0] = clockIn(timeZone).format(at).split(':').map(Number)
  return hours * 60 + minutes
}

/** Returns a calendar date a number of days later. */
export const addDays = (date: string, days: number): string =>
  new Date(asUtc(date).getTime() + days * dayMs).toISOString().slice(0, 10)

/** Returns the number of days from one calendar date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((asUtc(to).getTime() - asUtc(from).getTime()) / dayMs)

/** Returns a person's age on a calendar date. */
export const ageOn = (today: string, dateOfBirth: string): number => {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return today.slice(5, 10) < dateOfBirth.slice(5, 10) ? years - 1 : years
}

/** Returns functions that format values for a language, a currency and a time zone. */
export const toFormat = ({ locale, currencyCode, timeZone }: Setting) => {
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)
  const day = dates({ timeZone: 'UTC', day: 'numeric', month: 'short' })
  const dayWithYear = dates({ timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })
  const longDay = dates({ timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })
  const shortWeekday = dates({ timeZone: 'UTC', weekday: 'short' })
  const dayOfMonth = dates({ timeZone: 'UTC', day: 'numeric' })
  const month = dates({ timeZone: 'UTC', month: 'long', year: 'numeric' })
  const range = dates({ timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })
  const clock = dates({ timeZone: 'UTC', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const moment = dates({
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const timeOfDay = dates({ timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const number = new Intl.NumberFormat(locale)
  const serial = new Intl.NumberFormat(locale, { useGrouping: false })
  const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const ageIn = oncePerKey(
    (unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
  )
  const moneyIn = oncePerKey((currency) => {
    const options = { style: 'currency', currency } as const
    const bySymbol = new Intl.NumberFormat(locale, options)
    // Arabic amounts name currencies in Arabic where the language can. Symbols such as US$ are not isolated,
    // and would be shown as $US in a text from right to left.
    return locale.startsWith('ar') && !/\p{Script=Latin}/u.test(bySymbol.format(0))
      ? bySymbol
      : new Intl.NumberFormat(locale, { ...options, currencyDisplay: 'code' })
  })
  const names = new Intl.ListFormat(locale, { type: 'conjunction' })
  const today = (now = new Date()): string => dateIn(timeZone, now)
  return {
    timeZone,
    /** Returns the name of the workspace's time zone, such as “Eastern European Time”. */
    zone: (): string =>
      dates({ timeZone, timeZoneName: 'longGeneric' })
        .formatToParts()
        .find(({ type }) => type === 'timeZoneName')!.value,
    currencyCode,
    today,
    /** Formats an amount in major units with its currency. */
    money: (amount: number, code: string = currencyCode): string =>
      moneyIn(code).format(amount).replaceAll(/\s/g, '\u00a0'),
    /** Formats the amounts from one to another with the currency shown once. */
    moneyRange: (lowest: number, highest: number, code: string = currencyCode): string =>
      moneyIn(code).formatRange(lowest, highest).replaceAll(/\s/g, '\u00a0'),
    /** Formats an amount without its currency, for columns whose heading names it. */
    amount: (value: number, code: string = currencyCode): string =>
      moneyIn(code)
        .formatToParts(value)
        .filter(({ type }) => type !== 'currency' && type !== 'literal')
        .map((part) => part.value)
        .join(''),
    /** Returns how amounts name a currency, for labels of amounts. */
    currency: (code: string = currencyCode): string =>
      moneyIn(code)
        .formatToParts(0)
        .find(({ type }) => type === 'currency')!
        .value.replaceAll('\u200f', ''),
    /** Joins texts to “a, b, and c”. */
    list: (texts: readonly string[]): string => names.format(texts),
    /** Joins parts such as those of an address with the comma of the language. */
    parts: (texts: readonly string[]): string => texts.join(locale.startsWith('ar') ? '، ' : ', '),
    number: (value: number): string => number.format(value),
    /** Formats the number of a document, without separators. */
    serial: (value: number): string => serial.format(value),
    /** Formats a share: 0.124 as 12.4 %. */
    percent: (share: number): string => percent.format(share),
    /** Formats a calendar date; the year is shown if it is not the current one. */
    date: (date: string): string =>
      (date.slice(0, 4) === today().slice(0, 4) ? day : dayWithYear).format(asUtc(date)),
    fullDate: (date: string): string => dayWithYear.format(asUtc(date)),
    longDate: (date: string): string => longDay.format(asUtc(date)),
    weekday: (date: string): string => shortWeekday.format(asUtc(date)),
    dayOfMonth: (date: string): string => dayOfMonth.format(asUtc(date)),
    month: (date: string): string => month.format(asUtc(date)),
    /** Formats the days from one calendar date to another, such as “16–22 November 2026”. */
    dateRange: (from: string, to: string): string => range.formatRange(asUtc(from), asUtc(to)),
    /** Formats a duration, such as “90 min”. */
    minutes: (count: number): string => minutes.format(count),
    /** Formats an age, such as “18 years”. */
    age: (count: number, unit: 'years' | 'months' | 'days'): string => ageIn(unit.slice(0, -1)).format(count),
    /** Formats a time of day such as `14:30`. */
    time: (time: string): string => clock.format(new Date(`1970-01-01T${time}:00Z`)),
    dateTime: (at: string): string => moment.format(new Date(at)),
    /** Formats a moment as its time of day; the day is shown if it is not today. */
    timeAt: (at: string, now = new Date()): string =>
      (dateIn(timeZone, new Date(at)) === today(now) ? timeOfDay : moment).format(new Date(at)),
    /** Formats a past moment as its distance from now, such as “3 hours ago”. */
    ago: (at: string, now = new Date()): string => {
      const seconds = (new Date(at).getTime() - now.getTime()) / 1000
      const units: [Intl.RelativeTimeFormatUnit, number][] = [
        ['year', 31_557_600],
        ['month', 2_629_800],
        ['day', 86_400],
        ['hour', 3600],
        ['minute', 60],
      ]
      const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
      return unit === 'second'
        ? relative.format(0, 'minute')
        : relative.format(Math.trunc(seconds / length), unit)
    },
  }
}
