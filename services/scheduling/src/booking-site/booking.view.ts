import { fillHtml, html } from '@wp/http'
import type { Html } from '@wp/http'
import { formatTimeOfDay } from '@wp/kernel'
import { addressOf, instantOn } from '@wp/public-pages'
import { textsFor } from '@wp/texts'
import type { SitePath } from '@wp/public-pages'
import type { OnlineBooking } from '../online-bookings/online-booking.contract.ts'
import { toCalendar } from './calendar.view.ts'
import type { Calendar } from './calendar.view.ts'
import { toPage } from './site.view.ts'
import type { Site } from './site.view.ts'
import { toSummary } from './visit.view.ts'
import type { Visit } from './visit.view.ts'

export type ShownBooking = {
  booking: OnlineBooking
  visit: Visit
  token: string
  /** The action that was just completed, such as `booked`. */
  done: string | undefined
  error: string | null
  isChangeable: boolean
  /** The calendar in which another time is chosen; null when the booking is only shown. */
  calendar: Calendar | null
  /** Whether the visitor can confirm their contact, which only the link in a message allows. */
  canConfirm: boolean
  now: Date
}

/** Renders the page where a customer reads, moves and cancels a booking. */
export const toBookingPage = (site: Site, shown: ShownBooking): string => {
  const texts = textsFor(site.language).booking
  const { booking, visit, calendar, error } = shown
  const title = titleOf(site.language, shown)
  return toPage(
    site,
    title,
    html`<div class="columns">
      <div class="steps">
        <h1>${title}</h1>
        ${error && html`<p class="alert" role="alert"><strong>${texts.notChanged}.</strong> ${error}</p>`}
        ${shown.done === 'proven' && html`<p class="success" role="status">${texts.proven}</p>`}
        <section class="card">
          ${toSummary(site, visit)}
          <p class="actions">
            <a class="plain button" href="${calendarFile(booking.id, shown.token)}">${texts.addToCalendar}</a>
          </p>
        </section>
        ${shown.canConfirm && toContactForm(site, shown)} ${calendar && toMoveStep(site, shown, calendar)}
      </div>
      <aside class="card visit">${toActions(site, shown)}</aside>
    </div>`,
  )
}

const titleOf = (language: string, { booking, done, error }: ShownBooking): string => {
  const texts = textsFor(language).booking
  if (booking.status === 'cancelled') return texts.cancelled
  if (booking.status === 'completed') return texts.completed
  if (error === null && done === 'booked') return texts.booked
  return error === null && done === 'moved' ? texts.moved : texts.yourBooking
}

/** The API's address is the same on all hosts. */
const calendarFile = (id: string, token: string): string =>
  `/v1/public/booking/bookings/${id}.ics?token=${encodeURIComponent(token)}`

const pathOf = ({ booking, token }: ShownBooking, action = ''): SitePath => ({
  path: `/bookings/${booking.id}${action}`,
  query: { token },
})

const toActions = (site: Site, shown: ShownBooking): Html => {
  const texts = textsFor(site.language).booking
  const { booking, isChangeable, calendar } = shown
  const { status, changeableUntil } = booking
  if (status !== 'scheduled')
    return html`<p><a class="button" href="${addressOf(site, { path: '' })}">${texts.bookAgain}</a></p>`
  if (!isChangeable) return html`<p>${texts.tooLate}</p>`
  const until = instantOn(site, new Date(changeableUntil))
  const move = { ...pathOf(shown), query: { ...pathOf(shown).query, move: '1' } }
  return html`${
      calendar
        ? html`<p>
            <a class="plain button" data-nav href="${addressOf(site, pathOf(shown))}">${texts.keep}</a>
          </p>`
        : html`<p><a class="button" data-nav href="${addressOf(site, move)}#time">${texts.move}</a></p>`
    }
    <details class="cancel">
      <summary class="plain button">${texts.cancel}</summary>
      <form method="post" action="${addressOf(site, pathOf(shown, '/cancel'))}">
        <p>${texts.cancelAsk}</p>
        <button class="button">${texts.cancelYes}</button>
      </form>
    </details>
    <p class="quiet small">${fillHtml(texts.changeUntil, { time: html`<bdi>${until}</bdi>` })}</p>
    <p class="quiet small">${texts.keepAddress}</p>`
}

const toMoveStep = (site: Site, shown: ShownBooking, calendar: Calendar): Html => {
  const texts = textsFor(site.language).booking
  const here = pathOf(shown)
  const { day, start } = calendar
  return html`<section class="card" id="time" tabindex="-1" aria-labelledby="time-title">
    <h2 id="time-title">${texts.moveTitle}</h2>
    ${toCalendar(site, calendar, { ...here, query: { ...here.query, move: '1' } }, shown.now)}
    <div id="details" tabindex="-1">
      ${
        day !== null &&
        start !== null &&
        html`<form method="post" action="${addressOf(site, pathOf(shown, '/reschedule'))}">
          <input type="hidden" name="date" value="${day}" />
          <input type="hidden" name="startTime" value="${formatTimeOfDay(start)}" />
          <button class="button">${texts.moveTo}</button>
        </form>`
      }
    </div>
  </section>`
}

const toContactForm = (site: Site, shown: ShownBooking): Html => {
  const texts = textsFor(site.language).booking
  return html`<section class="card" aria-labelledby="contact-title">
    <h2 id="contact-title">${texts.proveTitle}</h2>
    <p class="quiet">${texts.proveHint}</p>
    <form method="post" action="${addressOf(site, pathOf(shown, '/confirm-contact'))}">
      <button class="plain button">${texts.prove}</button>
    </form>
  </section>`
}
