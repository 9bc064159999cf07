import { Html, html } from '@wp/http'
import { textsFor } from '@wp/texts'
import { letterhead } from '@wp/workspaces'
import type { Receipt } from './receipt.contract.ts'
import type { ReceiptParts } from './receipt-parts.view.ts'

/** Receipt printers cannot print gray. */
export const slipStyle = new Html(`
body { font-size: 9pt } .letterhead { text-align: center } .brand { justify-content: center }
section, tbody { border-top: 1px dashed var(--rule) } section { margin: 3mm 0; padding-top: 3mm }
tr:first-child td { padding-top: 3mm } tr:last-child td { padding-bottom: 3mm } td { padding: .3mm 0 } .items tr + tr td { padding-top: .9mm }
.row { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 3mm }
td:first-child { overflow-wrap: anywhere } .amount, .code { padding-inline-start: 3mm }
.total { font-size: 13pt; font-weight: bold; padding: 1mm 0 } small { display: block; font-size: 8.5pt; color: var(--quiet) }
.thanks { text-align: center; margin-top: 2mm; color: var(--quiet) }
@media print { :root { --ink: #000; --quiet: #000; --rule: #000 } }`)

/** Renders a receipt for the narrow paper of receipt printers. One table aligns all amounts. */
export const toSlip = (receipt: Receipt, parts: ReceiptParts, language: string): Html => {
  const { receipt: text } = textsFor(language)
  const { items, discounts, subtotal, taxes, payments, due } = parts
  return html`${letterhead(receipt.business, language)}
    <section>
      <div class="row">
        <span
          >${text.receipt} <b>${text.number} <bdi>${receipt.number}</bdi></b></span
        >
        <span>${parts.issuedAt}</span>
      </div>
      ${receipt.clientName && html`<p class="quiet">${text.client}: <bdi>${receipt.clientName}</bdi></p>`}
      ${parts.stamp && html`<p class="stamp">${parts.stamp}</p>`}
    </section>
    <table>
      <thead class="hidden">
        <tr>
          ${[text.item, text.tax, text.amount].map((word) => html`<th>${word}</th>`)}
        </tr>
      </thead>
      <tbody class="items">
        ${items.map(({ name, isSingle, quantity, unitPrice, total, code }) =>
          toRow(html`${name} ${!isSingle && html`<small>${quantity} × ${unitPrice}</small>`}`, total, code),
        )}
      </tbody>
      <tbody>
        ${
          discounts.length > 0 && [
            toRow(html`${text.subtotal}`, subtotal),
            ...discounts.map(({ label, amount }) => toRow(label, amount)),
          ]
        }
        <tr>
          <td colspan="3">
            <div class="row total"><span>${text.total}</span> <span>${parts.total}</span></div>
          </td>
        </tr>
        ${taxes.map(({ code, label, tax }) => toRow(html`<span class="quiet">${label}</span>`, tax, code))}
      </tbody>
      ${
        (payments.length > 0 || due) &&
        html`<tbody>
          ${payments.map(({ label, amount }) => toRow(label, amount))}
          ${
            due &&
            html`<tr>
              <td colspan="3">
                <div class="row"><b>${text.due}</b> <b>${due}</b></div>
              </td>
            </tr>`
          }
        </tbody>`
      }
    </table>
    <p class="thanks">${text.thanks}</p>`
}

const toRow = (label: Html, amount: Html, code: string | null = null): Html =>
  html`<tr>
    <td>${label}</td>
    <td class="code">${code}</td>
    <td class="amount">${amount}</td>
  </tr> `

const lineMm = 4.8
const charactersPerLine = 24

/**
 * Estimates the length of the printed receipt. Errs on the long side, because content that does not fit needs
 * a second page.
 */
export const toLengthMm = (body: Html): number => {
  const lines = body.text
    .split(/<\/(?:p|tr|div|small)>/)
    .map((part) =>
      part
        .replaceAll(/<[^>]*>|\s+/g, ' ')
        .trim()
        .replaceAll(/ +/g, ' '),
    )
    .filter((part) => part !== '')
    .reduce((sum, part) => sum + Math.ceil(part.length / charactersPerLine), 0)
  return 50 + lines * lineMm
}
