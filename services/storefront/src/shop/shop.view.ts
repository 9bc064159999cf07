import { Html, html } from '@wp/http'
import { fromMinor, moneyFormat } from '@wp/kernel'
import type { StoredOrder } from '../orders/order.store.ts'
import type { StoredPage } from '../pages/page.store.ts'
import type { StoredProduct } from '../products/product.store.ts'
import type { StoredStore } from '../store/store.store.ts'
import type { OrderForm } from './shop.rules.ts'
import { wordsOf } from './words.view.ts'

/** A shop as its pages need it: the store, where it stands (`base`: empty on its own domain), its other pages. */
export type Shop = {
  store: Pick<StoredStore, 'name' | 'locale' | 'currencyCode'>
  base: string
  pages: readonly Pick<StoredPage, 'slug' | 'title'>[]
}

/** Pages share the platform's origin: no script, and the sandbox keeps them from everything else of it. */
export const contentSecurityPolicy =
  "sandbox allow-forms; default-src 'none'; img-src https:; style-src 'self'; form-action 'self'; base-uri 'none'"

const layout = ({ store, base, pages }: Shop, title: string | null, main: Html): string =>
  html`<!doctype html>
    <html lang="${store.locale}" dir="${store.locale === 'ar' ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title === null ? store.name : `${title} · ${store.name}`}</title>
        <link rel="stylesheet" href="${base}/style.css" />
      </head>
      <body>
        <header>
          <a class="name" href="${base || '/'}">${store.name}</a>
          ${
            pages.length > 0 &&
            html`<nav aria-label="${wordsOf(store.locale).pages}">
              <ul>
                ${pages.map(
                  ({ slug, title: name }) => html`<li><a href="${base}/pages/${slug}">${name}</a></li> `,
                )}
              </ul>
            </nav>`
          }
        </header>
        <main>${main}</main>
      </body>
    </html> `.text

const priceOf = ({ store: { locale } }: Shop, minor: number, currencyCode: string): string =>
  moneyFormat(locale, currencyCode)(fromMinor(minor, currencyCode))

/** Only these may be shown: a page has no pictures from unencrypted addresses. */
const picturesOf = ({ images }: Pick<StoredProduct, 'images'>): string[] =>
  images.filter((address) => address.startsWith('https:'))

export const toFrontPage = (
  shop: Shop,
  products: readonly StoredProduct[],
  { page, totalPages }: { page: number; totalPages: number },
): string => {
  const words = wordsOf(shop.store.locale)
  const cards = products.map((product) => {
    const [picture] = picturesOf(product)
    const address = `${shop.base}/products/${product.slug}`
    return html`<li>
      ${picture && html`<a href="${address}" tabindex="-1" aria-hidden="true"><img src="${picture}" alt="" loading="lazy" /></a>`}
      <h2><a href="${address}">${product.name}</a></h2>
      <p class="price">${priceOf(shop, product.priceMinor, product.currencyCode)}</p>
      ${product.stock === 0 && html`<p class="quiet">${words.soldOut}</p>`}
    </li> `
  })
  return layout(
    shop,
    null,
    html`<h1>${words.products}</h1>
      ${
        cards.length > 0
          ? html`<ul class="products">
              ${cards}
            </ul>`
          : html`<p>${words.noProducts}</p>`
      }
      ${
        totalPages > 1 &&
        html`<p class="pagination">
          ${page > 1 && html`<a rel="prev" href="${shop.base || '/'}?page=${page - 1}">${words.previous}</a>`}
          ${page < totalPages && html`<a rel="next" href="${shop.base || '/'}?page=${page + 1}">${words.next}</a>`}
        </p>`
      }`,
  )
}

export const toContentPage = (
  shop: Shop,
  { title, content }: Pick<StoredPage, 'title' | 'content'>,
): string =>
  // Cleaned when it was written.
  layout(
    shop,
    title,
    html`<h1>${title}</h1>
      ${new Html(content)}`,
  )

type ShownForm = { key: string; form?: OrderForm; fault?: string }

/** A product with the form that orders it; `fault` says why the form that was sent could not be taken. */
export const toProductPage = (
  shop: Shop,
  product: StoredProduct,
  { key, form, fault }: ShownForm,
): string => {
  const words = wordsOf(shop.store.locale)
  return layout(
    shop,
    product.name,
    html`<h1>${product.name}</h1>
      ${fault && html`<p class="alert" role="alert">${words.notOrdered}: ${fault}</p>`}
      <p class="price">${priceOf(shop, product.priceMinor, product.currencyCode)}</p>
      <div class="pictures">
        ${picturesOf(product).map((address) => html`<img src="${address}" alt="${product.name}" loading="lazy" />`)}
      </div>
      ${product.description && html`<p class="description">${product.description}</p>`}
      <h2>${words.order}</h2>
      ${
        product.stock === 0
          ? html`<p class="quiet">${words.soldOut}</p>`
          : html`<form method="post" action="${shop.base}/orders">
              <input type="hidden" name="key" value="${key}" />
              <input type="hidden" name="productId" value="${product.id}" />
              <label
                >${words.quantity}
                <input
                  name="quantity"
                  type="number"
                  inputmode="numeric"
                  min="1"
                  max="10000"
                  value="${form?.quantity ?? '1'}"
                  required
              /></label>
              <label
                >${words.name}
                <input name="name" autocomplete="name" maxlength="200" value="${form?.name}" required
              /></label>
              <p class="quiet" id="contact">${words.contactHint}</p>
              <label
                >${words.email}
                <input
                  name="email"
                  type="email"
                  autocomplete="email"
                  maxlength="254"
                  aria-describedby="contact"
                  value="${form?.email}"
              /></label>
              <label
                >${words.phone}
                <input
                  name="phone"
                  type="tel"
                  autocomplete="tel"
                  maxlength="40"
                  aria-describedby="contact"
                  value="${form?.phone}"
              /></label>
              <button>${words.send}</button>
            </form>`
      }`,
  )
}

export const toOrderPage = (shop: Shop, order: StoredOrder): string => {
  const words = wordsOf(shop.store.locale)
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
    words.yourOrder,
    html`<h1>${words.yourOrder}</h1>
      <p>${words.orderNumber}: ${order.id}<br />${words.status}: <strong>${words[order.status]}</strong></p>
      <table>
        <thead>
          <tr>
            <th scope="col">${words.product}</th>
            <th scope="col">${words.quantity}</th>
            <th scope="col">${words.total}</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">${words.total}</th>
            <td></td>
            <td>${priceOf(shop, order.totalMinor, order.currencyCode)}</td>
          </tr>
        </tfoot>
      </table>
      <p class="quiet">${words.keepAddress}</p>
      <p><a href="${shop.base || '/'}">${words.backToShop}</a></p>`,
  )
}

/** For what cannot be shown in a shop: `fault` in its words. */
export const toFaultPage = (shop: Shop, title: string, fault: string): string =>
  layout(
    shop,
    title,
    html`<h1>${title}</h1>
      <p>${fault}</p>
      <p><a href="${shop.base || '/'}">${wordsOf(shop.store.locale).backToShop}</a></p>`,
  )

/** Where there is no shop at all. */
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
