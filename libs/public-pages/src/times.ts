import { fillHtml, html } from '@wp/http'
import type { Html } from '@wp/http'
import { textsFor } from '@wp/texts'
import type { PublicBusiness } from '@wp/workspaces'

/** The reader of a page, and the business whose time zone it uses. */
export type Reader = { language: string; business: Pick<PublicBusiness, 'address'>; timeZone: string }

/** Returns the locale for dates. British English writes the day before the month, like most of the world. */
export const dateLocale = ({ language, business }: Pick<Reader, 'language' | 'business'>): string =>
  language === 'en' && business.address?.countryCode && business.address.countryCode !== 'US'
    ? 'en-GB'
    : language

/** Returns an instant in the business's local time. */
export const instantOn = (reader: Reader, at: Date): string =>
  new Intl.DateTimeFormat(dateLocale(reader), {
    timeZone: reader.timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)

/** Returns a sentence that names the business's time zone and its offset at an instant. */
export const zoneNote = ({ timeZone, language }: Reader, at: Date): Html => {
  const part = (timeZoneName: 'longGeneric' | 'long' | 'shortOffset'): string =>
    new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  // Zones without a generic name, such as UTC, show their offset instead.
  const generic = part('longGeneric')
  const zone = /\d/.test(generic) ? part('long') : generic
  return fillHtml(textsFor(language).page.zone, {
    zone: html`<bdi>${zone}</bdi>`,
    offset: html`<bdi>${part('shortOffset')}</bdi>`,
  })
}
