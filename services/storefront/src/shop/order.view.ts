import { fillHtml, html } from '@wp/http'
import type { Html } from '@wp/http'
import { taxLines } from '@wp/kernel'
import { fillText, textsFor } from '@wp/texts'
import { addressLines } from '@wp/workspaces'
import type { OrderStatus } from '../orders/order.contract.ts'
import { refundedMinor } from '../orders/order-refund.rules.ts'
import type { StoredOrder } from '../orders/order.types.ts'
import { linkTo, priceOf, toPage } from './layout.view.ts'
import type { Shop } from './shop.view.ts'

const usualSteps = ['pending', 'confirmed', 'fulfilled'] as const
const finalStatuses: readonly OrderStatus[] = ['cancelled', 'refunded']

/**
 * Renders an order. The script replaces `data-live` when the order has changed, and then announces
 * `data-news` to screen readers.
 */
export const toOrderPage = (shop: Shop, order: StoredOrder): string => {
  const texts = textsFor(shop.language).shop
  const status = texts[order.status]
  return toPage(
    shop,
    { title: texts.yourOrder, isPrivate: true },
    html`<p class="hidden" id="news" role="status"></p>
      <div
        class="stack"
        data-live="${order.updatedAt.getTime()}"
        data-news="${fillText(texts.statusChanged, { status })}"
        ${finalStatuses.includes(order.status) && html`data-final`}
      >
        <h1>${texts.yourOrder}</h1>
        <p class="facts">
          <span>${texts.orderNumber}: <strong>${order.number ?? order.id}</strong></span>
          <span>${texts.status}: <strong>${status}</strong></span>
        </p>
        ${toSteps(shop, order.status)}
        <div class="columns">
          <div class="card">${toTable(shop, order)}</div>
          <div class="card stack">
            ${toDelivery(shop, order)}
            ${
              order.note &&
              html`<div>
                <h2>${texts.yourNote}</h2>
                <p class="description">${order.note}</p>
              </div>`
            }
            <p class="quiet small">${texts.keepAddress}</p>
            <noscript
              ><p>
                <a class="button plain" href="${linkTo(shop, shop.here.path, { ...shop.here.query })}"
                  >${texts.refresh}</a
                >
              </p></noscript
            >
            <p><a href="${linkTo(shop, '')}">${texts.backToShop}</a></p>
          </div>
        </div>
      </div>`,
  )
}

/** Shows the progress of an order; null for an order that was cancelled or refunded. */
const toSteps = ({ language }: Shop, status: OrderStatus): Html | null => {
  const reached = usualSteps.findIndex((step) => step === status)
  if (reached === -1) return null
  const texts = textsFor(language).shop
  return html`<ol class="steps" aria-label="${texts.status}">
    ${usualSteps.map(
      (step, at) =>
        html`<li ${at < reached && html`class="done"`} ${at === reached && html`aria-current="step"`}>
          ${texts[step]}
        </li> `,
    )}
  </ol>`
}

const toDelivery = ({ language }: Shop, { delivery }: StoredOrder): Html | null => {
  if (!delivery) return null
  const texts = textsFor(language).shop
  const lines = addressLines(delivery, language)
  return html`<div>
    <h2>${texts.delivery}</h2>
    ${
      delivery.kind === 'pickup'
        ? html`<p>${texts.pickup}</p>`
        : html`<p>${lines.map((line, at) => html`${at > 0 && html`<br />`}<bdi>${line}</bdi>`)}</p>`
    }
  </div>`
}

const toTable = (shop: Shop, order: StoredOrder): Html => {
  const texts = textsFor(shop.language).shop
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${texts.product}</th>
        <th scope="col">${texts.quantity}</th>
        <th scope="col">${texts.total}</th>
      </tr>
    </thead>
    <tbody>
      ${order.items.map(
        ({ name, quantity, totalMinor }) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${quantity}</td>
            <td>${priceOf(shop, totalMinor, order.currencyCode)}</td>
          </tr> `,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${texts.total}</th>
        <td></td>
        <td>${priceOf(shop, order.totalMinor, order.currencyCode)}</td>
      </tr>
      ${toTaxRows(shop, order)}
      ${
        refundedMinor(order) > 0 &&
        html`<tr>
          <th scope="row">${texts.refunded}</th>
          <td></td>
          <td>${priceOf(shop, -refundedMinor(order), order.currencyCode)}</td>
        </tr>`
      }
    </tfoot>
  </table>`
}

/** Shows the taxes that the total contains, such as "VAT 14% of $100.00"; nothing when no item is taxed. */
const toTaxRows = (shop: Shop, { items, currencyCode }: StoredOrder): Html[] => {
  const percent = new Intl.NumberFormat(shop.language, { style: 'percent', maximumFractionDigits: 4 })
  const show = (text: string) => html`<bdi>${text}</bdi>`
  return taxLines(items)
    .filter(({ name }) => name !== null)
    .map(({ name, percentage, netMinor, taxMinor }) => {
      const label = fillHtml(textsFor(shop.language).receipt.taxOf, {
        name: show(name!),
        percentage: show(percent.format(percentage / 100)),
        net: show(priceOf(shop, netMinor, currencyCode)),
      })
      return html`<tr class="quiet">
        <th scope="row">${label}</th>
        <td></td>
        <td>${show(priceOf(shop, taxMinor, currencyCode))}</td>
      </tr> `
    })
}
