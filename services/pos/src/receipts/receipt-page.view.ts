import { Html, html, printReply, tableRow } from '@wp/http'
import { moneyFormat } from '@wp/kernel'
import { textsFor } from '@wp/texts'
import type { Texts } from '@wp/texts'
import { addressLines } from '@wp/workspaces'
import type { Receipt } from './receipt.contract.ts'

const style = new Html(`
body { font: 14px/1.5 system-ui, sans-serif; max-width: 80mm; margin: 1em auto; color: #000; background: #fff }
h1 { font-size: 1.2em; margin: 0 } table { width: 100%; border-collapse: collapse }
th, td { text-align: start; padding: 2px 0 } th:not(:first-child), td:not(:first-child) { text-align: end }
.total { font-weight: bold; border-top: 1px solid } .void { font-weight: bold; font-size: 1.5em }
@media print { body { margin: 0 } }`)

/** Renders a receipt as a printable page. */
export const toReceiptPage = (receipt: Receipt, language: string, timeZone: string) => {
  const { receipt: text, business: businessText } = textsFor(language)
  const toMoney = moneyFormat(language, receipt.currencyCode)
  const toNumber = new Intl.NumberFormat(language, { maximumFractionDigits: 4 })
  const toTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const { name, legalName, phone, email, taxNumber } = receipt.business
  const contact = [
    legalName !== name && legalName,
    ...addressLines(receipt.business, language),
    phone && html`<bdi dir="ltr">${phone}</bdi>`,
    email && html`<bdi dir="ltr">${email}</bdi>`,
    taxNumber && html`${businessText.taxNumber}: <bdi dir="ltr">${taxNumber}</bdi>`,
  ].filter((line) => line !== null && line !== false)
  const items = receipt.items.map(({ name: item, quantity, unitPrice, total }) =>
    tableRow(item, toNumber.format(quantity), toNumber.format(unitPrice), toMoney(total)),
  )
  const sums = [
    tableRow(text.subtotal, toMoney(receipt.subtotal)),
    ...receipt.discounts.map(({ reason, kind, value, amount }) => {
      const percentage = kind === 'percentage' ? ` ${toNumber.format(value)}%` : ''
      return tableRow(`${text.discount}${percentage}: ${reason}`, toMoney(-amount))
    }),
    html`<tr class="total">
      <td>${text.total}</td>
      <td>${toMoney(receipt.total)}</td>
    </tr>`,
    ...toTaxRows(receipt, text, toMoney, toNumber),
    ...receipt.payments.flatMap(({ method, amount, change }) => [
      tableRow(text[method], toMoney(amount)),
      ...(change > 0 ? [tableRow(text.change, toMoney(-change))] : []),
    ]),
    ...receipt.refunds.map(({ method, amount, reason }) =>
      tableRow(`${text.refund} (${text[method]}): ${reason}`, toMoney(-amount)),
    ),
    ...(receipt.status === 'finalized' ? [tableRow(text.due, toMoney(receipt.dueAmount))] : []),
  ]
  const title = `${text.receipt} ${receipt.number}`
  const body = html`${name && html`<h1>${name}</h1>`}
    <p>${contact.map((line, at) => html`${at > 0 && html`<br />`}${line}`)}</p>
    <p>
      ${title}<br />${toTime.format(new Date(receipt.issuedAt))}
      ${receipt.clientName && html`<br />${text.client}: ${receipt.clientName}`}
    </p>
    ${receipt.status === 'void' && html`<p class="void">${text.void}</p>`}
    <table>
      <thead>
        <tr>
          ${[text.item, text.quantity, text.unitPrice, text.amount].map((word) => html`<th>${word}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${items}
      </tbody>
    </table>
    <table>
      <tbody>
        ${sums}
      </tbody>
    </table>`
  return printReply({ language, title, style, body })
}

/** Shows net and tax for each rate; nothing when no item is taxed. */
const toTaxRows = (
  { taxes }: Receipt,
  text: Texts['receipt'],
  toMoney: (amount: number) => string,
  toNumber: Intl.NumberFormat,
): Html[] => {
  if (taxes.every(({ name }) => name === null)) return []
  return taxes.flatMap(({ name, percentage, net, tax }) =>
    name === null
      ? [tableRow(text.untaxed, toMoney(net))]
      : [
          tableRow(`${text.net} ${name} ${toNumber.format(percentage)}%`, toMoney(net)),
          tableRow(`${text.tax} ${name} ${toNumber.format(percentage)}%`, toMoney(tax)),
        ],
  )
}
