import { html } from '@wp/http'
import type { Html } from '@wp/http'
import { moneyFormat } from '@wp/kernel'
import { addressOf, firstLetterOf } from '@wp/public-pages'
import { fillText, textsFor } from '@wp/texts'
import type { PublicBookingPage } from '../online-bookings/online-booking.contract.ts'
import { toCalendar } from './calendar.view.ts'
import type { Calendar } from './calendar.view.ts'
import { toPage } from './site.view.ts'
import type { Site } from './site.view.ts'
import { toDetailsForm, toSummary } from './visit.view.ts'
import type { ShownForm, Visit } from './visit.view.ts'

type Service = PublicBookingPage['services'][number]
type Staff = PublicBookingPage['staff'][number]

/** The choices of a visitor. `staff` is null until it is chosen, and `anyone` for any member who is free. */
export type Steps = {
  services: readonly Service[]
  service: Service | null
  /** The members who perform the service; empty when customers cannot choose. */
  members: readonly Staff[]
  staff: Staff | 'anyone' | null
  calendar: Calendar | null
  visit: Visit
  details: ShownForm | null
  /** Why the submitted form was rejected. Shown above the steps when the form is no longer there. */
  error: string | null
  now: Date
}

/** Renders the page on which customers choose service, staff, day and time, and enter their details. */
export const toStepsPage = (site: Site, steps: Steps): string => {
  const texts = textsFor(site.language).booking
  const { service, details, visit } = steps
  return toPage(
    site,
    texts.title,
    html`<div class="columns">
      <div class="steps">
        <h1>${texts.title}</h1>
        ${
          steps.error &&
          !details &&
          html`<p class="alert" role="alert"><strong>${texts.notBooked}.</strong> ${steps.error}</p>`
        }
        ${service ? toChosenService(site, service) : toServiceList(site, steps.services)}
        ${service && steps.members.length > 0 && toStaffStep(site, steps, service)}
        ${steps.calendar && service && toTimeStep(site, steps, service, steps.calendar)}
      </div>
      <aside class="card visit" id="details" tabindex="-1">
        <h2>${texts.yourVisit}</h2>
        ${toSummary(site, visit)}
        ${
          details
            ? toDetailsForm(site, visit, details)
            : html`<p class="quiet small">${service ? texts.chooseTimeFirst : texts.chooseFirst}</p>`
        }
      </aside>
    </div>`,
  )
}

/** Returns the duration and the price of a service. */
const factsOf = ({ language }: Site, { durationMinutes, price, currencyCode }: Service): string => {
  const count = new Intl.NumberFormat(language).format(durationMinutes)
  const minutes = fillText(textsFor(language).booking.minutes, { count })
  return price === null ? minutes : `${minutes} • ${moneyFormat(language, currencyCode)(price)}`
}

const toServiceList = (site: Site, services: readonly Service[]): Html => {
  const texts = textsFor(site.language).booking
  if (services.length === 0) return html`<p>${texts.noService}</p>`
  return html`<section aria-labelledby="service-title">
    <h2 id="service-title">${texts.chooseService}</h2>
    <ul class="choices">
      ${services.map(
        (service) =>
          html`<li>
            <a
              class="card choice"
              data-nav
              href="${addressOf(site, { path: '', query: { service: service.id } })}#time"
            >
              <span class="label"><bdi>${service.name}</bdi></span>
              <span class="quiet">${factsOf(site, service)}</span>
            </a>
          </li> `,
      )}
    </ul>
  </section>`
}

const toChosenService = (site: Site, service: Service): Html =>
  html`<section class="card chosen">
    <div>
      <span class="label"><bdi>${service.name}</bdi></span>
      <span class="quiet">${factsOf(site, service)}</span>
    </div>
    ${toChangeLink(site, {}, service.name)}
  </section>`

/** The link text is short, so its label describes what it changes. */
const toChangeLink = (site: Site, query: Record<string, string>, what: string): Html => {
  const { change } = textsFor(site.language).booking
  return html`<a data-nav href="${addressOf(site, { path: '', query })}" aria-label="${change}: ${what}"
    >${change}</a
  >`
}

const toStaffStep = (site: Site, { members, staff }: Steps, service: Service): Html => {
  const texts = textsFor(site.language).booking
  const choose = { service: service.id }
  if (staff !== null) {
    const name = staff === 'anyone' ? texts.anyone : staff.name
    return html`<section class="card chosen">
      <span class="avatar" aria-hidden="true">${staff === 'anyone' ? '✦' : initialsOf(name)}</span>
      <div>
        <span class="label"><bdi>${name}</bdi></span>
        ${staff === 'anyone' && html`<span class="quiet">${texts.anyoneHint}</span>`}
      </div>
      ${toChangeLink(site, choose, name)}
    </section>`
  }
  const link = (value: string) => `${addressOf(site, { path: '', query: { ...choose, staff: value } })}#time`
  return html`<section aria-labelledby="staff-title">
    <h2 id="staff-title">${texts.chooseStaff}</h2>
    <ul class="choices people">
      <li>
        <a class="card choice" data-nav href="${link('any')}">
          <span class="avatar" aria-hidden="true">✦</span>
          <span>
            <span class="label">${texts.anyone}</span>
            <span class="quiet">${texts.anyoneHint}</span>
          </span>
        </a>
      </li>
      ${members.map(
        ({ id, name }) =>
          html`<li>
            <a class="card choice" data-nav href="${link(id)}">
              <span class="avatar" aria-hidden="true">${initialsOf(name)}</span>
              <span class="label"><bdi>${name}</bdi></span>
            </a>
          </li> `,
      )}
    </ul>
  </section>`
}

const initialsOf = (name: string): string => name.split(/\s+/).map(firstLetterOf).slice(0, 2).join('')

const toTimeStep = (site: Site, { staff, now }: Steps, service: Service, calendar: Calendar): Html => {
  const query = {
    service: service.id,
    ...(staff !== null && { staff: staff === 'anyone' ? 'any' : staff.id }),
  }
  return html`<section class="card" id="time" tabindex="-1" aria-labelledby="time-title">
    <h2 class="hidden" id="time-title">${textsFor(site.language).booking.chooseTime}</h2>
    ${toCalendar(site, calendar, { path: '', query }, now)}
  </section>`
}
