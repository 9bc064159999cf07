import { Html, html } from '@wp/http'
import { textsFor } from '@wp/texts'
import { letterhead } from '@wp/workspaces'
import type { Receipt } from './receipt.contract.ts'
import type { ReceiptParts } from './receipt-parts.view.ts'

export const sheetStyle = new Html(`
dl { display: grid; grid-template-columns: 1fr auto; gap: .5mm 4mm; margin-top: 2mm } dt { color: var(--quiet) } dd { font-weight: bold }
.client { margin: 8mm 0 } .client b { font-size: 12pt }
.items { margin-top: 8mm } .items th { color: var(--quiet); font-size: 9pt; border-bottom: 1px solid var(--ink) } .items td { border-bottom: 1px solid var(--rule) }
.items th, .items td { padding: 1.6mm 0 } .items :is(th, td):not(:first-child) { padding-inline-start: 6mm }
.after { display: flex; flex-direction: row-reverse; justify-content: space-between; align-items: start; gap: 10mm; margin-top: 4mm }
.sums { width: 78mm } .sums td { padding: .8mm 0 } .row { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 3mm } .total { font-size: 13pt; font-weight: bold; border-block: 2px solid var(--brand); padding: 1.5mm 0 } .payments td { padding-top: 1.2mm }
.taxes { width: auto; font-size: 8.5pt; color: var(--quiet) } .taxes th, .taxes td { padding: .6mm 0; padding-inline-end: 5mm } .taxes thead th { border-bottom: 1px solid var(--rule) }
.thanks { margin-top: 12mm }`)

/** Renders a receipt on A4. */
export const toSheet = (receipt: Receipt, parts: ReceiptParts, language: string): Html => {
  const { receipt: text, document: documentText } = textsFor(language)
  const isTaxed = parts.taxes.length > 0
  return html`<div class="top">
      ${letterhead(receipt.business, language)}
      <div class="title">
        <h2>${text.receipt}</h2>
        <dl>
          <dt>${text.number}</dt>
          <dd><bdi>${receipt.number}</bdi></dd>
          <dt>${text.date}</dt>
          <dd>${parts.issuedAt}</dd>
        </dl>
      </div>
    </div>
    ${parts.stamp && html`<p class="stamp">${parts.stamp}</p>`}
    ${
      receipt.clientName &&
      html`<p class="client">
        <span class="quiet">${text.client}</span><br /><b><bdi>${receipt.clientName}</bdi></b>
      </p>`
    }
    <table class="items">
      <thead>
        <tr>
          <th>${text.item}</th>
          ${[text.quantity, text.unitPrice, isTaxed && text.rate, text.amount].map(
            (word) => word && html`<th class="amount">${word}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${parts.items.map(
          ({ name, quantity, unitPrice, rate, total }) =>
            html`<tr>
              <td>${name}</td>
              ${[quantity, unitPrice, isTaxed && (rate ?? '–'), total].map(
                (cell) => cell && html`<td class="amount">${cell}</td>`,
              )}
            </tr> `,
        )}
      </tbody>
    </table>
    <div class="after">${toSums(parts, language)} ${isTaxed && toTaxTable(parts, language)}</div>
    <div class="whole">
      <p class="thanks">${text.thanks}</p>
      <p class="signature">${documentText.signature}</p>
    </div>`
}

const toSums = ({ discounts, subtotal, total, payments, due }: ReceiptParts, language: string): Html => {
  const { receipt: text } = textsFor(language)
  const toRow = ({ label, amount }: { label: Html; amount: Html }) =>
    html`<tr>
      <td>${label}</td>
      <td class="amount">${amount}</td>
    </tr> `
  return html`<table class="sums whole">
    <tbody>
      ${discounts.length > 0 && [{ label: html`${text.subtotal}`, amount: subtotal }, ...discounts].map(toRow)}
      <tr>
        <td colspan="2">
          <div class="row total"><span>${text.total}</span> <span>${total}</span></div>
        </td>
      </tr>
    </tbody>
    <tbody class="payments">
      ${payments.map(toRow)}
      ${
        due &&
        html`<tr>
          <td colspan="2">
            <div class="row"><b>${text.due}</b> <b>${due}</b></div>
          </td>
        </tr>`
      }
    </tbody>
  </table>`
}

const toTaxTable = ({ taxes }: ReceiptParts, language: string): Html => {
  const { receipt: text } = textsFor(language)
  return html`<table class="taxes whole">
    <thead>
      <tr>
        <th>${text.rate}</th>
        ${[text.net, text.tax, text.gross].map((word) => html`<th class="amount">${word}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${taxes.map(
        ({ rate, net, tax, gross }) =>
          html`<tr>
            <td>${rate}</td>
            ${[net, tax, gross].map((cell) => html`<td class="amount">${cell}</td>`)}
          </tr> `,
      )}
    </tbody>
  </table>`
}
