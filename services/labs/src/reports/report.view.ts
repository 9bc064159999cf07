import { Html, html, printReply } from '@wp/http'
import { midnightUtc } from '@wp/kernel'
import { completedAge } from '@wp/lab-rules'
import { fillText, textsFor } from '@wp/texts'
import type { Texts } from '@wp/texts'
import { letterhead, letterheadStyle, toPublicBusiness } from '@wp/workspaces'
import type { LabsWorkspace } from '../deps.ts'
import type { Range } from '../analyses/range.contract.ts'
import type { StoredItem, StoredLabTest } from '../lab-tests/lab-test.types.ts'

const style = new Html(`
dl { display: grid; grid-template-columns: max-content 1fr max-content 1fr; gap: 1mm 5mm; margin: 6mm 0 7mm; padding: 4mm; background: #f4f5f7; border-radius: 1mm } dt { color: var(--quiet) } dd { font-weight: bold }
.results th { color: var(--quiet); font-size: 9pt; border-bottom: 1px solid var(--ink); padding: 1.5mm 0 } .results td { padding: 1.8mm 0; border-bottom: 1px solid var(--rule) }
.results :is(th, td):not(:first-child) { padding-inline-start: 5mm } .results .result + * { padding-inline-start: 2mm } .results tbody { break-inside: avoid }
.result { text-align: end; white-space: nowrap } td.result { font-weight: bold } .range { white-space: nowrap }
.results .note td { padding-top: 0; color: var(--quiet); font-size: 9pt } .results :is(.noted, .note:not(:last-child)) td { border-bottom: 0; padding-bottom: .5mm }
.low, .high { font-weight: bold } .critical { border: 1.5px solid; padding: 0 1.2mm; font-weight: bold; white-space: nowrap }
.end { text-align: center; margin-top: 6mm; font-size: 9pt }`)

// The month by its name and hours to 24, as in the console: day and month cannot be confused in any language.
const dayFormat = { day: 'numeric', month: 'short', year: 'numeric' } as const
const clockFormat = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

type ReportTexts = Texts['report']
type Workspace = Pick<LabsWorkspace, 'name' | 'settings' | 'business'>

/** Renders the report for the client. Numbers run left to right in all languages. */
export const toReportPage = (labTest: StoredLabTest, workspace: Workspace, language: string) => {
  const { report: text, document: documentText } = textsFor(language)
  const business = toPublicBusiness(workspace)
  const title = `${text.report} ${text.number} ${labTest.number}`
  const body = html`<div class="top">
      ${letterhead(business, language)}
      <div class="title">
        <h2>${text.report}</h2>
        <p class="quiet">${text.number} <bdi>${labTest.number}</bdi></p>
      </div>
    </div>
    ${toStamp(labTest, text)}
    <dl>
      ${toFacts(labTest, workspace, language).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd><bdi>${value}</bdi></dd>`,
      )}
    </dl>
    <table class="results">
      <thead>
        <tr>
          <th>${text.analysis}</th>
          <th class="result">${text.result}</th>
          ${[text.unit, text.range, text.flag].map((word) => html`<th>${word}</th>`)}
        </tr>
      </thead>
      ${labTest.items.map((item) => toRows(item, language))}
    </table>
    <div class="whole">
      <p class="end quiet">– ${text.end} –</p>
      <p class="signature">${documentText.signature}</p>
    </div>`
  // Names the report and the client on every sheet, in case the sheets are separated.
  const footer = `${title} • ${labTest.clientName}`
  const brand = letterheadStyle(business)
  return printReply({ language, title, paper: { size: 'a4', footer }, style: [brand, style], body })
}

const toStamp = ({ status }: StoredLabTest, text: ReportTexts): Html | null => {
  if (status === 'completed') return null
  return html`<p class="stamp">${status === 'cancelled' ? text.cancelled : text.preliminary}</p>`
}

const toFacts = (labTest: StoredLabTest, workspace: Workspace, language: string): [string, string][] => {
  const { report: text } = textsFor(language)
  const { clientName, clientGender, clientDateOfBirth, testDate, completedAt } = labTest
  const day = new Intl.DateTimeFormat(language, { ...dayFormat, timeZone: 'UTC' })
  const { timeZone } = workspace.settings
  const moment = new Intl.DateTimeFormat(language, { ...dayFormat, ...clockFormat, timeZone })
  const toDate = (date: string) => day.format(new Date(midnightUtc(date)))
  return [
    [text.client, clientName],
    [text.testDate, toDate(testDate)],
    ...(clientDateOfBirth === null
      ? []
      : ([
          [text.dateOfBirth, toDate(clientDateOfBirth)],
          [text.age, toAge(clientDateOfBirth, testDate, language)],
        ] satisfies [string, string][])),
    ...(clientGender === null ? [] : ([[text.gender, text[clientGender]]] satisfies [string, string][])),
    ...(completedAt === null
      ? []
      : ([[text.completedAt, moment.format(completedAt)]] satisfies [string, string][])),
  ]
}

/** Shows ages under two years in months, and under one month in days. */
const toAge = (dateOfBirth: string, on: string, language: string): string => {
  const ages = (['years', 'months', 'days'] as const).map((unit) => ({
    unit,
    value: completedAge(dateOfBirth, on, unit) ?? 0,
  }))
  const { value, unit } = ages.find((age) => age.value >= (age.unit === 'years' ? 2 : 1)) ?? ages[2]!
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: unit.slice(0, -1),
    unitDisplay: 'long',
  }).format(value)
}

const toRows = (item: StoredItem, language: string): Html => {
  const { report: text } = textsFor(language)
  const { reportName, resultValueNumeric, unit, flag, isCritical } = item
  const notes = toNotes(item, language)
  return html`<tbody>
    <tr${notes.length > 0 && html` class="noted"`}>
      <td><bdi>${reportName}</bdi></td>
      <td class="result">
        ${resultValueNumeric === null ? text.missing : html`<bdi dir="ltr">${toNumber(resultValueNumeric, language)}</bdi>`}
      </td>
      <td><bdi dir="ltr">${unit}</bdi></td>
      <td class="range">${item.evaluation?.range && toLimits(item.evaluation.range, language)}</td>
      <td>
        ${flag && html`<span class="${flag}">${flag === 'high' && '↑ '}${flag === 'low' && '↓ '}${text[flag]}</span>`}
        ${isCritical && html` <span class="critical">${text.critical}</span>`}
      </td>
    </tr>
    ${notes.map(
      (note) =>
        html`<tr class="note">
          <td colspan="5">${note}</td>
        </tr>`,
    )}
  </tbody>`
}

const toNotes = ({ notes, flagReason, amendments }: StoredItem, language: string): Html[] => {
  const { report: text } = textsFor(language)
  const previous = amendments.flatMap(({ previousValueNumeric }) => previousValueNumeric ?? [])
  return [
    ...notes.map((note) => html`<bdi>${note}</bdi>`),
    ...(flagReason === null ? [] : [html`${text[flagReason]}`]),
    ...(amendments.length === 0
      ? []
      : [
          html`${text.amended}${previous.map((value) => html` • ${text.before} <bdi dir="ltr">${toNumber(value, language)}</bdi>`)}`,
        ]),
  ]
}

/** Shows up to 15 significant digits; the default would round to three decimal places. */
const toNumber = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumSignificantDigits: 15 }).format(value)

/** Arabic writes one limit in words: a sign could be read from either side. */
const toLimits = ({ lowLimit, highLimit }: Range, language: string): Html | null => {
  const { report: text } = textsFor(language)
  const limit = toNumber(lowLimit ?? highLimit ?? 0, language)
  if (lowLimit !== null && highLimit !== null)
    return html`<bdi dir="ltr">${limit} – ${toNumber(highLimit, language)}</bdi>`
  if (lowLimit !== null) return html`<bdi>${fillText(text.limitFrom, { limit })}</bdi>`
  return highLimit === null ? null : html`<bdi>${fillText(text.limitTo, { limit })}</bdi>`
}
