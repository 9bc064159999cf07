import { fillHtml, Html, html } from '@wp/http'
import { fromMinor, moneyFormat, taxLines } from '@wp/kernel'
import { directionOf, textsFor } from '@wp/texts'
import { addressLines, imageUrl } from '@wp/workspaces'
import type { PublicBusiness } from '@wp/workspaces'
import { refundedMinor } from '../orders/order-refund.rules.ts'
import type { StoredOrder } from '../orders/order.types.ts'
import type { StoredPage } from '../pages/page.store.ts'
import type { StoredProduct } from '../products/product.store.ts'
import type { StoredShopSettings } from '../shop-settings/shop-settings.store.ts'
import { mostUnitsOf, shopAddress } from './shop.rules.ts'
import type { OrderForm, ShopPath } from './shop.rules.ts'

/**
 * The data that all shop pages need. `base` is the base path, which is empty on the shop's own domain; `here` is the
 * page that the visitor sees, in the language of the visitor.
 */
export type Shop = {
  store: Pick<StoredShopSettings, 'name' | 'locale' | 'currencyCode' | 'maxQuantityPerOrder'>
  base: string
  language: string
  languages: readonly string[]
  here: ShopPath
  business: PublicBusiness
  pages: readonly Pick<StoredPage, 'slug' | 'title'>[]
}

/** Shop pages can share the platform's origin, so they run no scripts and are sandboxed. */
export const contentSecurityPolicy =
  "sandbox allow-forms; default-src 'none'; img-src 'self' https:; style-src 'self'; form-action 'self'; base-uri 'none'"

const linkTo = (shop: Shop, path: string, query: Record<string, string> = {}): string =>
  shopAddress(shop, shop.language, { path, query })

const layout = (shop: Shop, title: string | null, main: Html): string => {
  const { store, base, language, business, pages } = shop
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title === null ? store.name : `${title} · ${store.name}`}</title>
        <link rel="stylesheet" href="${base}/style.css" />
      </head>
      <body>
        <header>
          <a class="name" href="${linkTo(shop, '')}"
            >${
              business.logoImageId &&
              html`<img
                class="logo"
                src="${imageUrl(business.logoImageId, 320)}"
                srcset="${imageUrl(business.logoImageId, 640)} 2x"
                alt=""
              />`
            }${store.name}</a
          >
          ${
            pages.length > 0 &&
            html`<nav aria-label="${textsFor(language).shop.pages}">
              <ul>
                ${pages.map(
                  ({ slug, title: name }) =>
                    html`<li><a href="${linkTo(shop, `/pages/${slug}`)}">${name}</a></li> `,
                )}
              </ul>
            </nav>`
          }
          ${toLanguageSwitch(shop)}
        </header>
        <main>${main}</main>
        ${toFooter(business, language)}
      </body>
    </html> `.text
}

/** Links to the same page in each language of the shop; null when there is only one. */
const toLanguageSwitch = (shop: Shop): Html | null => {
  const { language: current, languages, here } = shop
  if (languages.length < 2) return null
  return html`<nav class="languages" aria-label="${textsFor(current).shop.language}">
    <ul>
      ${languages.map(
        (language) =>
          html`<li>
            <a
              href="${shopAddress(shop, language, here)}"
              lang="${language}"
              hreflang="${language}"
              dir="${directionOf(language)}"
              ${language === current && html`aria-current="true"`}
              >${nameOf(language)}</a
            >
          </li> `,
      )}
    </ul>
  </nav>`
}

/** Returns the name of a language in that language. */
const nameOf = (language: string): string => {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`
}

/** Shows who sells; empty when the business has published no details. */
const toFooter = (business: PublicBusiness, language: string): Html | null => {
  const { legalName, phone, email, taxNumber } = business
  const lines = [
    legalName,
    ...addressLines(business, language),
    phone && html`<a href="tel:${phone}"><bdi dir="ltr">${phone}</bdi></a>`,
    email && html`<a href="mailto:${email}"><bdi dir="ltr">${email}</bdi></a>`,
    taxNumber && html`${textsFor(language).business.taxNumber}: <bdi dir="ltr">${taxNumber}</bdi>`,
  ].filter((line) => line !== null && line !== '')
  if (lines.length === 0) return null
  return html`<footer class="quiet">
    ${lines.map((line, at) => html`${at > 0 && html`<br />`}${line}`)}
  </footer>`
}

const priceOf = ({ language }: Shop, minor: number, currencyCode: string): string =>
  moneyFormat(language, currencyCode)(fromMinor(minor, currencyCode))

/** Returns the pictures of a product: uploaded ones in the size that the screen needs, then https images. */
const picturesOf = (
  { images, imageIds = [] }: Pick<StoredProduct, 'images' | 'imageIds'>,
  alt: string,
  sizes: string,
): Html[] => [
  ...imageIds.map((id) => {
    const sources = ([320, 640, 1280] as const).map((width) => `${imageUrl(id, width)} ${width}w`).join(', ')
    return html`<img
      src="${imageUrl(id, 640)}"
      srcset="${sources}"
      sizes="${sizes}"
      alt="${alt}"
      loading="lazy"
    />`
  }),
  ...images
    .filter((address) => address.startsWith('https:'))
    .map((address) => html`<img src="${address}" alt="${alt}" loading="lazy" />`),
]

export const toFrontPage = (
  shop: Shop,
  products: readonly StoredProduct[],
  { page, totalPages }: { page: number; totalPages: number },
): string => {
  const texts = textsFor(shop.language).shop
  const cards = products.map((product) => {
    const [picture] = picturesOf(product, '', '(min-width: 40rem) 16rem, 50vw')
    const address = linkTo(shop, `/products/${product.slug}`)
    return html`<li>
      ${picture && html`<a href="${address}" tabindex="-1" aria-hidden="true">${picture}</a>`}
      <h2><a href="${address}">${product.name}</a></h2>
      <p class="price">${priceOf(shop, product.priceMinor, product.currencyCode)}</p>
      ${product.stock === 0 && html`<p class="quiet">${texts.soldOut}</p>`}
    </li> `
  })
  return layout(
    shop,
    null,
    html`<h1>${texts.products}</h1>
      ${
        cards.length > 0
          ? html`<ul class="products">
              ${cards}
            </ul>`
          : html`<p>${texts.noProducts}</p>`
      }
      ${
        totalPages > 1 &&
        html`<p class="pagination">
          ${page > 1 && html`<a rel="prev" href="${linkTo(shop, '', { page: `${page - 1}` })}">${texts.previous}</a>`}
          ${page < totalPages && html`<a rel="next" href="${linkTo(shop, '', { page: `${page + 1}` })}">${texts.next}</a>`}
        </p>`
      }`,
  )
}

export const toContentPage = (
  shop: Shop,
  { title, content }: Pick<StoredPage, 'title' | 'content'>,
): string =>
  // The HTML was sanitized when it was stored.
  layout(
    shop,
    title,
    html`<h1>${title}</h1>
      ${new Html(content)}`,
  )

type ShownForm = { key: string; form?: OrderForm; error?: string }

/** Renders a product page with the order form; `error` says why the submitted form was rejected. */
export const toProductPage = (
  shop: Shop,
  product: StoredProduct,
  { key, form, error }: ShownForm,
): string => {
  const texts = textsFor(shop.language).shop
  return layout(
    shop,
    product.name,
    html`<h1>${product.name}</h1>
      ${error && html`<p class="alert" role="alert">${texts.notOrdered}: ${error}</p>`}
      <p class="price">${priceOf(shop, product.priceMinor, product.currencyCode)}</p>
      <div class="pictures">${picturesOf(product, product.name, '(min-width: 40rem) 32rem, 100vw')}</div>
      ${product.description && html`<p class="description">${product.description}</p>`}
      <h2>${texts.order}</h2>
      ${
        product.stock === 0
          ? html`<p class="quiet">${texts.soldOut}</p>`
          : html`<form method="post" action="${linkTo(shop, '/orders')}">
              <input type="hidden" name="key" value="${key}" />
              <input type="hidden" name="productId" value="${product.id}" />
              <label
                >${texts.quantity}
                <input
                  name="quantity"
                  type="number"
                  inputmode="numeric"
                  min="1"
                  max="${mostUnitsOf(shop.store)}"
                  value="${form?.quantity ?? '1'}"
                  required
              /></label>
              <label
                >${texts.name}
                <input name="name" autocomplete="name" maxlength="200" value="${form?.name}" required
              /></label>
              <p class="quiet" id="contact">${texts.contactHint}</p>
              <label
                >${texts.email}
                <input
                  name="email"
                  type="email"
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
                  autocomplete="tel"
                  maxlength="40"
                  aria-describedby="contact"
                  value="${form?.phone}"
              /></label>
              <button>${texts.send}</button>
            </form>`
      }`,
  )
}

export const toOrderPage = (shop: Shop, order: StoredOrder): string => {
  const texts = textsFor(shop.language).shop
  const rows = order.items.map(
    ({ name, quantity, totalMinor }) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${quantity}</td>
        <td>${priceOf(shop, totalMinor, order.currencyCode)}</td>
      </tr> `,
  )
  return layout(
    shop,
    texts.yourOrder,
    html`<h1>${texts.yourOrder}</h1>
      <p>
        ${texts.orderNumber}: ${order.number ?? order.id}<br />${texts.status}:
        <strong>${texts[order.status]}</strong>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">${texts.product}</th>
            <th scope="col">${texts.quantity}</th>
            <th scope="col">${texts.total}</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">${texts.total}</th>
            <td></td>
            <td>${priceOf(shop, order.totalMinor, order.currencyCode)}</td>
          </tr>
          ${toTaxRows(shop, order)}
          ${
            order.refunds &&
            html`<tr>
              <th scope="row">${texts.refunded}</th>
              <td></td>
              <td>${priceOf(shop, -refundedMinor(order), order.currencyCode)}</td>
            </tr>`
          }
        </tfoot>
      </table>
      <p class="quiet">${texts.keepAddress}</p>
      <p><a href="${linkTo(shop, '')}">${texts.backToShop}</a></p>`,
  )
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

/** Renders a page for errors within a shop; `error` is in the shop's language. */
export const toErrorPage = (shop: Shop, title: string, error: string): string =>
  layout(
    shop,
    title,
    html`<h1>${title}</h1>
      <p>${error}</p>
      <p><a href="${linkTo(shop, '')}">${textsFor(shop.language).shop.backToShop}</a></p>`,
  )

/** Shown when the shop does not exist or is not published. */
export const noShopPage = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>No shop here</title>
    </head>
    <body>
      <main><h1>There is no shop at this address</h1></main>
    </body>
  </html> `.text
