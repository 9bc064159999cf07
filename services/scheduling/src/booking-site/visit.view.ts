import { fillHtml, html } from '@wp/http'
import type { Html } from '@wp/http'
import type { CalendarDate } from '@wp/kernel'
import { addressOf, instantOn } from '@wp/public-pages'
import { textsFor } from '@wp/texts'
import type { PublicBookingPage } from '../online-bookings/online-booking.contract.ts'
import type { BookingForm } from './booking-form.rules.ts'
import { commaIn, formatsFor, placeOf } from './site.view.ts'
import type { Site } from './site.view.ts'

type Field = PublicBookingPage['fields'][number]

/** A visitor's choices so far. */
export type Visit = {
  service: PublicBookingPage['services'][number] | null
  staffName: string | null
  day: CalendarDate | null
  start: number | null
  changeUntil: Date | null
}

/** Renders the choices as a list of terms. */
export const toSummary = (site: Site, { service, staffName, day, start }: Visit): Html => {
  const texts = textsFor(site.language).booking
  const formats = formatsFor(site)
  const place = placeOf(site)
  const rows: [string, Html | string][] = [
    ...(service ? [[texts.service, html`<bdi>${service.name}</bdi>`] as [string, Html]] : []),
    ...(day !== null && start !== null && service
      ? [
          [
            texts.when,
            html`${formats.shortDay(day)}${commaIn(site.language)}${formats.range(start, start + service.durationMinutes)}`,
          ] as [string, Html],
        ]
      : []),
    ...(staffName === null ? [] : [[texts.with, html`<bdi>${staffName}</bdi>`] as [string, Html]]),
    ...(place === '' ? [] : [[texts.where, html`<bdi>${place}</bdi>`] as [string, Html]]),
  ]
  return html`<dl>
    ${rows.map(
      ([term, value]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${value}</dd>
        </div> `,
    )}
  </dl>`
}

export type ShownForm = {
  key: string
  hidden: Readonly<Record<string, string>>
  fields: readonly Field[]
  form: BookingForm | null
  error: string | null
}

/** Renders the form for the customer's details; `error` explains why the submitted form was rejected. */
export const toDetailsForm = (
  site: Site,
  { changeUntil }: Visit,
  { key, hidden, fields, form, error }: ShownForm,
): Html => {
  const texts = textsFor(site.language).booking
  const input = (name: string, label: string, attributes: Html) =>
    html`<label
      >${label} <input name="${name}" value="${form?.[name as 'name'] ?? ''}" ${attributes}
    /></label>`
  return html`<form method="post" action="${addressOf(site, { path: '/bookings' })}">
    ${error && html`<p class="alert" role="alert"><strong>${texts.notBooked}.</strong> ${error}</p>`}
    <input type="hidden" name="key" value="${key}" />
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${input('name', texts.name, html`autocomplete="name" maxlength="200" required`)}
    ${input('email', texts.email, html`type="email" autocomplete="email" maxlength="254" dir="ltr" aria-describedby="contact-hint"`)}
    ${input('phone', texts.phone, html`type="tel" autocomplete="tel" maxlength="40" dir="ltr" aria-describedby="contact-hint"`)}
    <p class="quiet small" id="contact-hint">${texts.contactHint}</p>
    ${fields.map((field) => toFieldInput(field, form?.values ?? {}))}
    <label>
      <span>${texts.note} <span class="quiet">(${texts.optional})</span></span>
      <textarea name="note" rows="2" maxlength="2000">${form?.note}</textarea>
    </label>
    <button class="button">${texts.confirm}</button>
    ${
      changeUntil &&
      html`<p class="quiet small center">
        ${fillHtml(texts.changeUntil, { time: html`<bdi>${instantOn(site, changeUntil)}</bdi>` })}
      </p>`
    }
  </form>`
}

const inputTypes: Partial<Record<Field['type'], string>> = {
  number: 'number',
  date: 'date',
  url: 'url',
  email: 'email',
  phone: 'tel',
}

/**
 * Renders the input for a custom field; the name is its key with a prefix, so that keys cannot collide with
 * other inputs.
 */
const toFieldInput = (field: Field, values: Readonly<Record<string, readonly string[]>>): Html => {
  const { key, label, description, type, isRequired, options } = field
  const name = `field.${key}`
  const given = values[key] ?? []
  const required = isRequired && html`required`
  const hint = description && html`<span class="quiet small">${description}</span>`
  if (type === 'textarea')
    return html`<label
      >${label} ${hint}<textarea name="${name}" rows="3" maxlength="10000" ${required}>${given[0]}</textarea>
    </label>`
  if (type === 'select')
    return html`<label
      >${label} ${hint}<select name="${name}" ${required}>
        <option value=""></option>
        ${(options ?? []).map(
          (option) =>
            html`<option value="${option}" ${given.includes(option) && html`selected`}>${option}</option>`,
        )}
      </select></label
    >`
  if (type === 'multiselect')
    return html`<fieldset>
      <legend>${label}</legend>
      ${hint}
      ${(options ?? []).map(
        (option) =>
          html`<label class="check"
            ><input
              type="checkbox"
              name="${name}"
              value="${option}"
              ${given.includes(option) && html`checked`}
            />
            ${option}</label
          >`,
      )}
    </fieldset>`
  if (type === 'checkbox')
    return html`<label class="check"
      ><input type="checkbox" name="${name}" value="true" ${given.length > 0 && html`checked`} ${required} />
      ${label} ${hint}</label
    >`
  return html`<label
    >${label} ${hint}<input
      name="${name}"
      type="${inputTypes[type] ?? 'text'}"
      ${type === 'number' && html`step="any"`}
      maxlength="2000"
      value="${given[0]}"
      ${required}
  /></label>`
}
