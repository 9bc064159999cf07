import { html } from '@wp/http'
import type { Html } from '@wp/http'
import { fillText, textsFor } from '@wp/texts'
import { addressLines } from '@wp/workspaces'
import { soldName } from '../products/product.rules.ts'
import type { StoredProduct } from '../products/product.store.ts'
import type { StoredVariant } from '../products/product.types.ts'
import type { DeliveryKind } from '../shop-settings/shop-settings.contract.ts'
import { unitKey } from '../stock/stock.rules.ts'
import { maxCartLines } from './cart.rules.ts'
import { linkTo, priceOf, toPage, toThumbnail } from './layout.view.ts'
import type { Shop } from './shop.view.ts'
import { mostUnitsOf } from './order-form.rules.ts'
import type { OrderForm } from './order-form.rules.ts'

/** A line of the cart with its product; `left` is set when the stock is lower than the quantity. */
export type ShownLine = {
  product: StoredProduct
  variant: StoredVariant | null
  quantity: number
  totalMinor: number
  left: number | null
}

export type ShownCart = {
  lines: ShownLine[]
  totalMinor: number
  /** Whether products were omitted because they are no longer for sale. */
  isIncomplete: boolean
  /** Whether there are more units than the shop accepts in an order. */
  isTooLarge: boolean
}

type ShownForm = { key: string; form?: OrderForm; error?: string; isFull?: boolean }

/** Renders the cart with the order form; `error` explains why the submitted form was rejected. */
export const toCartPage = (shop: Shop, cart: ShownCart, { key, form, error, isFull }: ShownForm): string => {
  const texts = textsFor(shop.language).shop
  const { lines, isIncomplete, isTooLarge } = cart
  const most = (count: number) => ({ most: count.toLocaleString(shop.language) })
  const isOrderable = !isTooLarge && lines.every(({ left }) => left === null)
  const notices = [
    isIncomplete && texts.goneFromCart,
    isFull && fillText(texts.cartFull, most(maxCartLines)),
    isTooLarge && fillText(texts.tooMany, most(mostUnitsOf(shop.store))),
  ].filter((notice) => notice !== false && notice !== undefined)
  return toPage(
    shop,
    { title: texts.cart, isPrivate: true },
    html`<div class="stack">
      <h1>${texts.cart}</h1>
      ${error && html`<p class="alert" role="alert">${texts.notOrdered}: ${error}</p>`}
      ${notices.map((notice) => html`<p class="alert" role="status" data-notice>${notice}</p> `)}
      ${
        lines.length === 0
          ? html`<p>${texts.emptyCart}</p>
              <p><a class="button" href="${linkTo(shop, '')}">${texts.backToShop}</a></p>`
          : html`<div class="columns">
              <div class="card">${toLines(shop, cart)}</div>
              <div class="card">
                ${
                  isOrderable || error
                    ? toOrderForm(shop, cart, { key, form })
                    : html`<p class="warning">${texts.fixCart}</p>`
                }
              </div>
            </div>`
      }
    </div>`,
  )
}

/** The first button is the one that Enter activates in a field; without it, Enter would remove the first line. */
const toLines = (shop: Shop, { lines, totalMinor }: ShownCart): Html => {
  const texts = textsFor(shop.language).shop
  return html`<form method="post" action="${linkTo(shop, '/cart')}" data-cart>
    <button class="hidden" tabindex="-1" aria-hidden="true">${texts.updateCart}</button>
    <ul class="lines">
      ${lines.map((line) => toLine(shop, line))}
    </ul>
    <p class="total">
      <span>${texts.total}</span><span>${priceOf(shop, totalMinor, shop.store.currencyCode)}</span>
    </p>
    <noscript
      ><p><button class="link">${texts.updateCart}</button></p></noscript
    >
  </form>`
}

const toLine = (shop: Shop, { product, variant, quantity, totalMinor, left }: ShownLine): Html => {
  const texts = textsFor(shop.language).shop
  const name = soldName(product, variant)
  const key = unitKey({ productId: product.id, variantId: variant?.id })
  return html`<li>
    ${toThumbnail(product, '4.5rem')}
    <a href="${linkTo(shop, `/products/${product.slug}`)}">${name}</a>
    <span>${priceOf(shop, totalMinor, product.currencyCode)}</span>
    <div class="change">
      <input type="hidden" name="productId" value="${product.id}" />
      <input type="hidden" name="variantId" value="${variant?.id}" />
      <input
        class="quantity"
        name="quantity"
        type="number"
        inputmode="numeric"
        min="0"
        max="${mostUnitsOf(shop.store)}"
        value="${quantity}"
        required
        aria-label="${texts.quantity}: ${name}"
      />
      <button class="link" name="remove" value="${key}" aria-label="${texts.remove}: ${name}">
        ${texts.remove}
      </button>
      ${
        left !== null &&
        html`<strong class="warning"
          >${left === 0 ? texts.soldOut : fillText(texts.onlyLeft, { count: left.toLocaleString(shop.language) })}</strong
        >`
      }
    </div>
  </li> `
}

const toOrderForm = (
  shop: Shop,
  { lines, totalMinor }: ShownCart,
  { key, form }: { key: string; form: OrderForm | undefined },
): Html => {
  const texts = textsFor(shop.language).shop
  return html`<form class="fields" method="post" action="${linkTo(shop, '/orders')}">
    <h2>${texts.yourDetails}</h2>
    <input type="hidden" name="key" value="${key}" />
    <input type="hidden" name="total" value="${totalMinor}" />
    ${lines.map(
      ({ product, variant, quantity }) =>
        html`<input type="hidden" name="productId" value="${product.id}" />
          <input type="hidden" name="variantId" value="${variant?.id}" />
          <input type="hidden" name="quantity" value="${quantity}" /> `,
    )}
    <label
      >${texts.name} <input name="name" autocomplete="name" maxlength="200" value="${form?.name}" required
    /></label>
    <p class="quiet small" id="contact">${texts.contactHint}</p>
    <label
      >${texts.email}
      <input
        name="email"
        type="email"
        dir="ltr"
        autocomplete="email"
        maxlength="254"
        aria-describedby="contact"
        value="${form?.email}"
    /></label>
    <label
      >${texts.phone}
      <input
        name="phone"
        type="tel"
        dir="ltr"
        autocomplete="tel"
        maxlength="40"
        aria-describedby="contact"
        value="${form?.phone}"
    /></label>
    ${toDelivery(shop, form)}
    <label
      >${texts.note}
      <textarea name="note" rows="2" maxlength="1000">${form?.note}</textarea>
    </label>
    <button class="button">${texts.send}</button>
  </form>`
}

/**
 * Asks how the order should be delivered, if the shop offers a choice. The style sheet hides the address
 * while it is not needed.
 */
const toDelivery = (shop: Shop, form: OrderForm | undefined): Html | null => {
  const { deliveryKinds: kinds = [] } = shop.store
  if (kinds.length === 0) return null
  const texts = textsFor(shop.language).shop
  const chosen = form?.delivery || kinds[0]
  const labels: Record<DeliveryKind, string> = { pickup: texts.pickup, address: texts.toAddress }
  const place = addressLines(shop.business, shop.language).join(' • ')
  return html`<fieldset>
      <legend>${texts.delivery}</legend>
      <div class="options">
        ${kinds.map(
          (kind) =>
            html`<label class="choice"
              ><input
                type="radio"
                name="delivery"
                value="${kind}"
                required
                ${kind === chosen && html`checked`}
              /><b>${labels[kind]}</b>
              ${kind === 'pickup' && place !== '' && html`<span class="quiet small">${place}</span>`}</label
            > `,
        )}
      </div>
    </fieldset>
    ${kinds.includes('address') && toAddressFields(shop, form)}`
}

const toAddressFields = (shop: Shop, form: OrderForm | undefined): Html => {
  const texts = textsFor(shop.language).shop
  const fields = [
    ['line1', 'address-line1', 200],
    ['line2', 'address-line2', 200],
    ['postalCode', 'postal-code', 20],
    ['city', 'address-level2', 100],
    ['region', 'address-level1', 100],
  ] as const
  return html`<div class="address">
    ${fields.map(
      ([name, autocomplete, longest]) =>
        html`<label
          >${texts[name]}
          <input name="${name}" autocomplete="${autocomplete}" maxlength="${longest}" value="${form?.[name]}"
        /></label> `,
    )}
  </div>`
}
