import { html } from '@wp/http'
import type { Html } from '@wp/http'
import { addDays, formatTimeOfDay } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import { addressOf, zoneNote } from '@wp/public-pages'
import { textsFor } from '@wp/texts'
import type { SitePath } from '@wp/public-pages'
import type { OnlineDay } from '../online-bookings/online-slot.rules.ts'
import { addMonths, firstDayOf, firstWeekdayIn, monthOf, weeksOf } from './month.rules.ts'
import type { Month } from './month.rules.ts'
import { formatsFor } from './site.view.ts'
import type { Site } from './site.view.ts'

/** The month, day and time that a visitor sees, and the days on which slots are offered. */
export type Calendar = {
  month: Month
  day: CalendarDate | null
  /** The start of the chosen slot, in minutes of the day. */
  start: number | null
  days: readonly OnlineDay[]
  firstMonth: Month
  lastMonth: Month
}

/** Renders a month with links to its days, and the slots of the chosen day. `to` is the page that the links open. */
export const toCalendar = (site: Site, calendar: Calendar, to: SitePath, now: Date): Html => {
  const texts = textsFor(site.language).booking
  const linkTo = (query: Record<string, string>, hash: string) =>
    `${addressOf(site, { ...to, query: { ...to.query, ...query } })}#${hash}`
  return html`<div class="calendar">
    ${toMonth(site, calendar, linkTo)}
    <div class="slots">
      ${calendar.day === null ? html`<p class="quiet">${texts.noSlots}</p>` : toSlots(site, calendar, calendar.day, linkTo, now)}
    </div>
  </div>`
}

type LinkTo = (query: Record<string, string>, hash: string) => string

const toMonth = (site: Site, calendar: Calendar, linkTo: LinkTo): Html => {
  const texts = textsFor(site.language).booking
  const formats = formatsFor(site)
  const { month, day: chosen, days, firstMonth, lastMonth } = calendar
  const weeks = weeksOf(month, firstWeekdayIn(site.business.address?.countryCode ?? null))
  const firstWeek = weeks[1]!
  const free = new Set(days.flatMap(({ date, slots }) => (slots.some(({ isFree }) => isFree) ? [date] : [])))
  const step = (to: Month, label: string, isOpen: boolean, mark: 'back' | 'ahead') =>
    isOpen
      ? html`<a class="step" href="${linkTo({ month: to }, 'time')}" data-nav rel="nofollow"
          ><span class="hidden">${label}</span><span class="arrow ${mark}" aria-hidden="true"></span
        ></a>`
      : html`<span class="step off" aria-hidden="true"><span class="arrow ${mark}"></span></span>`
  return html`<div class="month">
    <div class="month-head">
      <h3>${formats.month(firstDayOf(month))}</h3>
      <div>
        ${step(addMonths(month, -1), texts.previousMonth, month > firstMonth, 'back')}
        ${step(addMonths(month, 1), texts.nextMonth, month < lastMonth, 'ahead')}
      </div>
    </div>
    <table>
      <thead>
        <tr>
          ${firstWeek.map((date) => {
            const { name, letter } = formats.weekday(date!)
            return html`<th scope="col"><abbr title="${name}">${letter}</abbr></th>`
          })}
        </tr>
      </thead>
      <tbody>
        ${weeks.map(
          (week) =>
            html`<tr>
              ${week.map((date) => html`<td>${date && toDay(date)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

  function toDay(date: CalendarDate): Html {
    const number = formats.dayNumber(date)
    if (!free.has(date)) return html`<span class="day off">${number}</span>`
    return html`<a
      class="day"
      href="${linkTo({ day: date }, 'time')}"
      data-nav
      rel="nofollow"
      aria-label="${formats.day(date)}"
      ${date === chosen && html`aria-current="date"`}
      >${number}</a
    >`
  }
}

const toSlots = (site: Site, calendar: Calendar, day: CalendarDate, linkTo: LinkTo, now: Date): Html => {
  const texts = textsFor(site.language).booking
  const formats = formatsFor(site)
  const slots = calendar.days.find(({ date }) => date === day)?.slots ?? []
  return html`<h3>${formats.day(day)}</h3>
    <p class="quiet small">${zoneNote(site, now)}</p>
    <ul>
      ${slots.map(({ start, isFree }) => {
        const time = formats.time(start)
        return html`<li>
          ${
            isFree
              ? html`<a
                  class="slot"
                  href="${linkTo({ day, time: formatTimeOfDay(start) }, 'details')}"
                  data-nav
                  rel="nofollow"
                  ${start === calendar.start && html`aria-current="time"`}
                  >${time}</a
                >`
              : html`<span class="slot off"
                  ><s aria-hidden="true">${time}</s><span class="hidden">${time} (${texts.taken})</span></span
                >`
          }
        </li> `
      })}
    </ul>`
}

/** Chooses the day that is shown: the requested one if it has free slots, otherwise the first with one. */
export const chooseDay = (days: readonly OnlineDay[], requested: string | undefined): CalendarDate | null => {
  const free = days.filter(({ slots }) => slots.some(({ isFree }) => isFree))
  return (free.find(({ date }) => date === requested) ?? free[0])?.date ?? null
}

/** Returns the first and the last month in which customers can book. */
export const bookableMonths = (
  today: CalendarDate,
  horizonDays: number,
): { firstMonth: Month; lastMonth: Month } => ({
  firstMonth: monthOf(today),
  lastMonth: monthOf(addDays(today, horizonDays)),
})
