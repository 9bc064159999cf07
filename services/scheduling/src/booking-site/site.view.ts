import { html } from '@wp/http'
import type { Html } from '@wp/http'
import { formatTimeOfDay, midnightUtc } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import { directionOf, languages, textsFor } from '@wp/texts'
import { addressLines, imageUrl } from '@wp/workspaces'
import type { PublicBusiness } from '@wp/workspaces'

/** A page of the site: its path below the base, and its parameters other than the language. */
export type SitePath = { path: string; query?: Readonly<Record<string, string | undefined>> }

/** The data that all booking pages need. `base` is the path of the site on the current host. */
export type Site = {
  base: string
  business: PublicBusiness
  timeZone: string
  language: string
  /** Whether the visitor chose the language, so that links must keep it. */
  isLanguageChosen: boolean
  here: SitePath
}

/** Returns the address of a page, in the language of the visitor or in the given one. */
export const addressOf = (
  { base, language, isLanguageChosen }: Site,
  { path, query = {} }: SitePath,
  chosen?: string,
): string => {
  const kept = chosen ?? (isLanguageChosen ? language : undefined)
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, language: kept }))
    if (value !== undefined) parameters.set(name, value)
  const text = parameters.toString()
  return `${base}${path}${text && '?'}${text}`
}

export const toPage = (site: Site, title: string, main: Html): string => {
  const { base, language, business } = site
  const name = business.name ?? ''
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${name ? `${title} · ${name}` : title}</title>
        <link rel="stylesheet" href="${base}/style.css" />
        <script src="${base}/script.js" defer></script>
      </head>
      <body>
        <header class="top">
          <div class="wrap">
            <a class="brand" href="${addressOf(site, { path: '' })}">
              ${
                business.logoImageId
                  ? html`<img class="logo" src="${imageUrl(business.logoImageId, 320)}" alt="" />`
                  : html`<span class="mark" aria-hidden="true">${firstLetterOf(name)}</span>`
              }<bdi>${name}</bdi>
            </a>
            ${toLanguageSwitch(site)}
          </div>
        </header>
        <main class="wrap" id="main">${main}</main>
        ${toFooter(site)}
      </body>
    </html> `.text
}

const toLanguageSwitch = (site: Site): Html =>
  html`<details class="languages">
    <summary>
      <span class="hidden">${textsFor(site.language).booking.language}: </span>${nameOf(site.language)}
    </summary>
    <ul>
      ${languages.map(
        (language) =>
          html`<li>
            <a
              href="${addressOf(site, site.here, language)}"
              lang="${language}"
              hreflang="${language}"
              dir="${directionOf(language)}"
              ${language === site.language && html`aria-current="true"`}
              >${nameOf(language)}</a
            >
          </li> `,
      )}
    </ul>
  </details>`

/** Returns the first character of a text as a reader sees it, which can consist of several code points. */
export const firstLetterOf = (text: string): string => {
  const [first] = new Intl.Segmenter().segment(text)
  return first?.segment ?? ''
}

/** Returns the name of a language in that language. */
const nameOf = (language: string): string => {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`
}

const toFooter = ({ business, language }: Site): Html => {
  const { name, phone, email } = business
  const lines = [
    ...addressLines(business, language).map((line) => html`<bdi>${line}</bdi>`),
    phone && html`<a href="tel:${phone}"><bdi dir="ltr">${phone}</bdi></a>`,
    email && html`<a href="mailto:${email}"><bdi dir="ltr">${email}</bdi></a>`,
  ].filter((line) => line !== null && line !== '')
  return html`<footer>
    <div class="wrap">
      <strong><bdi>${name}</bdi></strong>
      ${lines.map((line) => html`<span>${line}</span> `)}
    </div>
  </footer>`
}

/** Returns the comma of a language with a space. */
export const commaIn = (language: string): string => (directionOf(language) === 'rtl' ? '، ' : ', ')

/** Returns the place of a visit in one line; an empty text when the business has published none. */
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

/** British English writes the day before the month, as most of the world does. */
const dateLocale = ({ language, business }: Site): string =>
  language === 'en' && business.address?.countryCode && business.address.countryCode !== 'US'
    ? 'en-GB'
    : language

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
    /** A range stays in this order also in a right-to-left text. */
    range: (start: number, end: number): Html => html`<bdi dir="ltr">${toTime(start)}–${toTime(end)}</bdi>`,
  }
}

/** Returns an instant as the business's clock shows it. */
export const instantOn = (site: Site, at: Date): string =>
  new Intl.DateTimeFormat(dateLocale(site), {
    timeZone: site.timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)

/** Returns the name of the business's time zone and its offset at an instant. */
export const zoneOf = ({ timeZone, language }: Site, at: Date): { zone: string; offset: string } => {
  const part = (timeZoneName: 'longGeneric' | 'long' | 'shortOffset'): string =>
    new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  // Zones without a generic name, such as UTC, show their offset instead.
  const generic = part('longGeneric')
  return { zone: /\d/.test(generic) ? part('long') : generic, offset: part('shortOffset') }
}
