import { Html, html, printReply } from '@wp/http'
import { midnightUtc } from '@wp/kernel'
import { textsFor } from '@wp/texts'
import type { Texts } from '@wp/texts'
import { addressLines, toPublicBusiness } from '@wp/workspaces'
import type { LabsWorkspace } from '../deps.ts'
import type { Range } from '../analyses/range.contract.ts'
import { completedAge } from '../lab-tests/lab-test-result.rules.ts'
import type { StoredItem, StoredLabTest } from '../lab-tests/lab-test.types.ts'

const style = new Html(`
@page { size: A4; margin: 15mm }
body { font: 13px/1.5 system-ui, "Noto Naskh Arabic", "Noto Sans Arabic", sans-serif; max-width: 180mm; margin: 1.5em auto; padding: 0 1em; color: #111; background: #fff }
header { display: flex; justify-content: space-between; gap: 1em; border-bottom: 2px solid #111; padding-bottom: .5em }
h1 { font-size: 1.4em; margin: 0 } h2 { font-size: 1.1em; margin: 1em 0 .3em } p { margin: 0 }
dl { display: grid; grid-template-columns: repeat(2, max-content 1fr); gap: .2em 1em; margin: 1em 0 } dt { color: #555 } dd { margin: 0 }
table { width: 100%; border-collapse: collapse } thead { display: table-header-group }
th, td { text-align: start; padding: .35em .5em; border-bottom: 1px solid #ccc; vertical-align: top } tbody { break-inside: avoid }
.value { font-weight: bold; white-space: nowrap } .note td { border-bottom: 1px solid #ccc; padding-top: 0; color: #444 } .noted td, .note:not(:last-child) td { border-bottom: 0 }
.low, .high { font-weight: bold } .critical { border: 1.5px solid #111; padding: 0 .3em; font-weight: bold }
.mark { border: 2px solid #111; text-align: center; font-weight: bold; padding: .3em; margin: 1em 0 }
bdi { unicode-bidi: isolate }
@media print { body { margin: 0; padding: 0; max-width: none } }`)

type ReportTexts = Texts['report']
type Workspace = Pick<LabsWorkspace, 'name' | 'settings' | 'business'>

/** Renders the report for the client. Numbers run left to right in both languages. */
export const toReportPage = (labTest: StoredLabTest, workspace: Workspace, language: string) => {
  const { report: text, business: businessText } = textsFor(language)
  const business = toPublicBusiness(workspace)
  const title = `${text.report} ${text.number} ${labTest.number}`
  const body = html`<header>
      <div>
        <h1>${business.name}</h1>
        ${business.legalName && business.legalName !== business.name && html`<p>${business.legalName}</p>`}
        ${addressLines(business, language).map((line) => html`<p>${line}</p>`)}
        <p>${business.phone && html`<bdi dir="ltr">${business.phone}</bdi>`}</p>
        <p>${business.email && html`<bdi dir="ltr">${business.email}</bdi>`}</p>
        ${business.taxNumber && html`<p>${businessText.taxNumber}: <bdi dir="ltr">${business.taxNumber}</bdi></p>`}
      </div>
      <p>${text.report}<br />${text.number} ${labTest.number}</p>
    </header>
    ${toMark(labTest, text)}
    <dl>
      ${toFacts(labTest, workspace, language).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd><bdi>${value}</bdi></dd>`,
      )}
    </dl>
    <table>
      <thead>
        <tr>
          ${[text.analysis, text.result, text.unit, text.flag, text.range].map((word) => html`<th>${word}</th>`)}
        </tr>
      </thead>
      ${labTest.items.map((item) => toRows(item, language))}
    </table>`
  return printReply({ language, title, style, body })
}

const toMark = ({ status }: StoredLabTest, text: ReportTexts): Html | null => {
  if (status === 'completed') return null
  return html`<p class="mark">${status === 'cancelled' ? text.cancelled : text.preliminary}</p>`
}

const toFacts = (labTest: StoredLabTest, workspace: Workspace, language: string): [string, string][] => {
  const { report: text } = textsFor(language)
  const { clientName, clientGender, clientDateOfBirth, testDate, completedAt } = labTest
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const { timeZone } = workspace.settings
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
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
      <td>${reportName}</td>
      <td class="value">
        ${resultValueNumeric === null ? text.missing : html`<bdi dir="ltr">${toNumber(resultValueNumeric, language)}</bdi>`}
      </td>
      <td><bdi dir="ltr">${unit}</bdi></td>
      <td>
        ${flag && html`<span class="${flag}">${flag === 'high' && '↑ '}${flag === 'low' && '↓ '}${text[flag]}</span>`}
        ${isCritical && html` <span class="critical">${text.critical}</span>`}
      </td>
      <td><bdi dir="ltr">${item.evaluation?.range && toLimits(item.evaluation.range, language)}</bdi></td>
    </tr>
    ${notes.map(
      (note) =>
        html`<tr class="note">
          <td colspan="5">${note}</td>
        </tr>`,
    )}
  </tbody>`
}

const toNotes = ({ notes, flagReason, amendments }: StoredItem, language: string): string[] => {
  const { report: text } = textsFor(language)
  const previous = amendments.flatMap(({ previousValueNumeric }) => previousValueNumeric ?? [])
  return [
    ...notes,
    ...(flagReason === null ? [] : [text[flagReason]]),
    ...(amendments.length === 0
      ? []
      : [
          [text.amended, ...previous.map((value) => `${text.before} ${toNumber(value, language)}`)].join(
            ' · ',
          ),
        ]),
  ]
}

/** Shows up to 15 significant digits; the default would round to three decimal places. */
const toNumber = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumSignificantDigits: 15 }).format(value)

const toLimits = ({ lowLimit, highLimit }: Range, language: string): string => {
  if (lowLimit !== null && highLimit !== null)
    return `${toNumber(lowLimit, language)} – ${toNumber(highLimit, language)}`
  if (lowLimit !== null) return `≥ ${toNumber(lowLimit, language)}`
  return highLimit === null ? '' : `≤ ${toNumber(highLimit, language)}`
}
