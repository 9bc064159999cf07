import { Html, html } from '@wp/http'
import { fromMinor, moneyFormat } from '@wp/kernel'
import { contactLines, firstLetterOf, toFramedPage, toLanguageSwitch, toMissingPage } from '@wp/public-pages'
import { fillText, textsFor } from '@wp/texts'
import { imageSources, imageUrl } from '@wp/workspaces'
import type { StoredPage } from '../pages/page.store.ts'
import type { StoredProduct } from '../products/product.store.ts'
import { toHead } from './head.view.ts'
import type { PageMeta } from './head.view.ts'
import { shopAddress } from './shop.rules.ts'
import type { Shop } from './shop.view.ts'

/**
 * Pages with the merchant's HTML can share the platform's origin, so they run no scripts and are sandboxed.
 */
export const sandboxPolicy =
  "sandbox allow-forms; default-src 'none'; img-src 'self' https:; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export const linkTo = (shop: Shop, path: string, query: Record<string, string> = {}): string =>
  shopAddress(shop, shop.language, { path, query })

export const toPage = (shop: Shop, meta: PageMeta, main: Html): string => {
  const { store, business, language, base } = shop
  return toFramedPage(
    {
      language,
      base,
      head: toHead(shop, meta),
      brand: { name: store.name, logoImageId: business.logoImageId, address: linkTo(shop, '') },
      header: toHeader(shop),
      footer: toFooter(shop),
      hasScript: !meta.isSandboxed,
    },
    main,
  )
}

const toHeader = (shop: Shop): Html => {
  const { store, language, languages, categories, here, cartCount } = shop
  const texts = textsFor(language).shop
  const count = cartCount.toLocaleString(language)
  return html`${
      categories.length > 0 &&
      html`<nav class="categories" aria-label="${texts.categories}">
        <ul>
          ${categories.map(
            ({ slug, name }) =>
              html`<li>
                <a
                  href="${linkTo(shop, '', { category: slug })}"
                  ${here.path === '' && here.query?.['category'] === slug && html`aria-current="page"`}
                  >${name}</a
                >
              </li> `,
          )}
        </ul>
      </nav>`
    }
    <form class="search" role="search" action="${linkTo(shop, '').split('?', 1)}">
      ${language !== store.locale && html`<input type="hidden" name="language" value="${language}" />`}
      <input
        type="search"
        name="search"
        maxlength="100"
        value="${here.query?.['search']}"
        aria-label="${texts.search}"
        placeholder="${texts.search}"
      />
      <button class="icon" aria-label="${texts.search}">${searchIcon}</button>
    </form>
    <div class="tools">
      <a
        class="icon"
        id="cart"
        href="${linkTo(shop, '/cart')}"
        aria-label="${fillText(texts.cartCount, { count })}"
        >${cartIcon}${cartCount > 0 && html`<span>${count}</span>`}</a
      >
      ${toLanguageSwitch(language, languages, (other) => shopAddress(shop, other, here))}
    </div>`
}

const icon = (content: Html): Html =>
  html`<svg
    width="18"
    height="18"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${content}
  </svg>`
const searchIcon = icon(html`<circle cx="11" cy="11" r="7" /> <path d="m20 20-4-4" />`)
const cartIcon = icon(
  html`<path d="M6 2 4 6v14a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V6l-2-4z" />
    <path d="M4 6h16M16 10a4 4 0 0 1-8 0" />`,
)

/** Shows links to the content pages and the seller's details; empty without both. */
const toFooter = (shop: Shop): Html | null => {
  const { business, language, pages } = shop
  const texts = textsFor(language)
  const { legalName, taxNumber } = business
  const lines = [
    legalName && html`<bdi>${legalName}</bdi>`,
    ...contactLines(business, language),
    taxNumber && html`<span>${texts.business.taxNumber}: <bdi dir="ltr">${taxNumber}</bdi></span>`,
  ].filter((line) => line !== null && line !== '')
  if (lines.length === 0 && pages.length === 0) return null
  return html`${
    pages.length > 0 &&
    html`<nav aria-label="${texts.shop.pages}">
      <ul>
        ${pages.map(
          ({ slug, title }) => html`<li><a href="${linkTo(shop, `/pages/${slug}`)}">${title}</a></li> `,
        )}
      </ul>
    </nav>`
  }${lines.length > 0 && html`<p>${lines.map((line) => html`${line} `)}</p>`}`
}

export const priceOf = ({ language }: Shop, minor: number, currencyCode: string): string =>
  moneyFormat(language, currencyCode)(fromMinor(minor, currencyCode))

/**
 * Returns the pictures of a product: uploaded ones in the size that the screen needs, then images by https
 * URL.
 */
export const picturesOf = (
  { images, imageIds = [] }: Pick<StoredProduct, 'images' | 'imageIds'>,
  alt: string,
  sizes: string,
): Html[] => [
  ...imageIds.map(
    (id) =>
      html`<img
        src="${imageUrl(id, 640)}"
        srcset="${imageSources(id)}"
        sizes="${sizes}"
        alt="${alt}"
        loading="lazy"
      />`,
  ),
  ...images
    .filter((address) => address.startsWith('https:'))
    .map((address) => html`<img src="${address}" alt="${alt}" loading="lazy" />`),
]

/** Returns the first picture of a product, or its first letter, without a text for screen readers. */
export const toThumbnail = (product: StoredProduct, sizes: string): Html => {
  const [picture] = picturesOf(product, '', sizes)
  return html`<div class="picture" aria-hidden="true">${picture ?? firstLetterOf(product.name)}</div>`
}

/** Renders a page for errors within a shop; `error` is in the shop's language. */
export const toErrorPage = (shop: Shop, title: string, error: string): string =>
  toPage(
    shop,
    { title, isPrivate: true },
    html`<div class="stack">
      <h1>${title}</h1>
      <p>${error}</p>
      <p><a class="button" href="${linkTo(shop, '')}">${textsFor(shop.language).shop.backToShop}</a></p>
    </div>`,
  )

/** Renders a content page. Its HTML was sanitized when it was stored. */
export const toContentPage = (
  shop: Shop,
  { title, content }: Pick<StoredPage, 'title' | 'content'>,
): string =>
  toPage(
    shop,
    { title, description: textOf(content), isSandboxed: true },
    html`<article class="content">
      <h1>${title}</h1>
      ${new Html(content)}
    </article>`,
  )

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Returns the text of sanitized HTML. */
const textOf = (content: string): string =>
  content.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity]!)

/** Shown when the shop does not exist or is not published. */
export const noShopPage = toMissingPage('Shop not found', 'There is no shop at this address')
