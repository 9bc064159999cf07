import { html } from '@wp/http'
import type { Html } from '@wp/http'
import { formatTimeOfDay, midnightUtc } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import { addressOf, dateLocale, toBusinessPage } from '@wp/public-pages'
import type { BusinessSite } from '@wp/public-pages'
import { directionOf, textsFor } from '@wp/texts'
import { addressLines } from '@wp/workspaces'

/** The data that all booking pages need. `base` is the path of the site on the current host. */
export type Site = BusinessSite & { timeZone: string }

export const toPage = (site: Site, title: string, main: Html): string => toBusinessPage(site, { title }, main)

/** Returns a language's comma followed by a space. */
export const commaIn = (language: string): string => (directionOf(language) === 'rtl' ? '، ' : ', ')

/** Returns the place of a visit in one line; an empty string when the business has not published it. */
export const placeOf = ({ business, language }: Site): string => {
  const { address } = business
  if (!address) return ''
  const local = { address: { ...address, countryCode: null } }
  return addressLines(local, language).join(commaIn(language))
}

/** Renders a page for errors; both texts are in the visitor's language. */
export const toErrorPage = (site: Site, title: string, hint: string): string =>
  toPage(
    site,
    title,
    html`<div class="narrow">
      <h1>${title}</h1>
      <p>${hint}</p>
      <p>
        <a class="button" href="${addressOf(site, { path: '' })}">${textsFor(site.language).booking.title}</a>
      </p>
    </div>`,
  )

const atMidnight = (date: CalendarDate): Date => new Date(midnightUtc(date))

/** Formats dates and times of the business, which are not converted to the visitor's time zone. */
export const formatsFor = (site: Site) => {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(dateLocale(site), { timeZone: 'UTC', ...options })
    return (at: Date): string => formatter.format(at)
  }
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = format({ weekday: 'long', day: 'numeric', month: 'long' })
  const shortDay = format({ weekday: 'short', day: 'numeric', month: 'short' })
  const month = format({ month: 'long', year: 'numeric' })
  const weekdayName = format({ weekday: 'long' })
  const weekdayLetter = format({ weekday: 'narrow' })
  const dayNumber = format({ day: 'numeric' })
  const toTime = (minute: number): string =>
    time(new Date(`1970-01-01T${formatTimeOfDay(((minute % 1440) + 1440) % 1440)}:00Z`))
  return {
    day: (date: CalendarDate) => day(atMidnight(date)),
    shortDay: (date: CalendarDate) => shortDay(atMidnight(date)),
    dayNumber: (date: CalendarDate) => dayNumber(atMidnight(date)),
    month: (date: CalendarDate) => month(atMidnight(date)),
    weekday: (date: CalendarDate) => ({
      name: weekdayName(atMidnight(date)),
      letter: weekdayLetter(atMidnight(date)),
    }),
    time: toTime,
    /** A range keeps this order even in right-to-left text. */
    range: (start: number, end: number): Html => html`<bdi dir="ltr">${toTime(start)}–${toTime(end)}</bdi>`,
  }
}
