import { html } from '@wp/http'
import type { Html } from '@wp/http'
import { fromMinor } from '@wp/kernel'
import { fillText, textsFor } from '@wp/texts'
import { imageUrl } from '@wp/workspaces'
import { activeVariantsOf, hasVariants, isSoldOut, priceRangeOf } from '../products/product.rules.ts'
import type { StoredProduct } from '../products/product.store.ts'
import type { StoredVariant } from '../products/product.types.ts'
import { canonicalAddress } from './head.view.ts'
import { linkTo, picturesOf, priceOf, toPage, toThumbnail } from './layout.view.ts'
import type { Shop } from './shop.view.ts'
import { mostUnitsOf } from './order-form.rules.ts'
import { choicePath } from './shop.rules.ts'
import type { ProductChoice } from './shop.rules.ts'

/** A stock below this is shown, so that customers know that they should hurry. */
const fewUnits = 5

const priceLabel = (shop: Shop, product: StoredProduct): string => {
  const { lowest, highest } = priceRangeOf(product)
  const price = priceOf(shop, lowest, product.currencyCode)
  return lowest === highest ? price : fillText(textsFor(shop.language).shop.from, { price })
}

const toCard = (shop: Shop, product: StoredProduct, level: 2 | 3): Html => {
  const link = html`<a href="${linkTo(shop, `/products/${product.slug}`)}">${product.name}</a>`
  return html`<li>
    ${toThumbnail(product, '(min-width: 48rem) 16rem, 50vw')}
    ${level === 2 ? html`<h2 class="label">${link}</h2>` : html`<h3 class="label">${link}</h3>`}
    <p class="price">${priceLabel(shop, product)}</p>
    ${isSoldOut(product) && html`<p class="badge">${textsFor(shop.language).shop.soldOut}</p>`}
  </li> `
}

/** Renders the front page, a category, or the results of a search. */
export const toFrontPage = (
  shop: Shop,
  products: readonly StoredProduct[],
  { choice, totalPages }: { choice: ProductChoice; totalPages: number },
): string => {
  const texts = textsFor(shop.language).shop
  const { page, search } = choice
  const category = shop.categories.find(({ slug }) => slug === choice.category)
  const isFront = !search && !category && page === 1
  const title = search ? fillText(texts.results, { search }) : (category?.name ?? texts.products)
  const turn = (to: number) => shopPage(shop, { ...choice, page: to })
  return toPage(
    shop,
    {
      title: isFront ? null : title,
      isPrivate: Boolean(search),
      image: isFront ? logoOf(shop) : null,
      ...(isFront && { data: storeData(shop) }),
    },
    html`${isFront && toHero(shop)}
      <div class="section">
        ${isFront ? html`<h2 id="products">${texts.products}</h2>` : html`<h1>${title}</h1>`}
        ${!isFront && html`<a href="${linkTo(shop, '')}">${texts.allProducts}</a>`}
      </div>
      ${
        products.length > 0
          ? html`<ul class="products ${shop.store.theme?.layout === 'list' && 'list'}">
              ${products.map((product) => toCard(shop, product, isFront ? 3 : 2))}
            </ul>`
          : html`<p>${search ? texts.noResults : category ? texts.noneInCategory : texts.noProducts}</p>`
      }
      ${
        totalPages > 1 &&
        html`<p class="pagination">
          ${page > 1 && html`<a rel="prev" href="${turn(page - 1)}">${texts.previous}</a>`}
          ${page < totalPages && html`<a rel="next" href="${turn(page + 1)}">${texts.next}</a>`}
        </p>`
      }`,
  )
}

const shopPage = (shop: Shop, choice: ProductChoice): string => {
  const { path, query } = choicePath(choice)
  return linkTo(shop, path, { ...query })
}

/** Up to this length, a shop's description is displayed as a headline. */
const longestHeadline = 90

const toHero = ({ store: { name, description }, language }: Shop): Html => {
  const isHeadline = Boolean(description) && description!.length <= longestHeadline
  return html`<section class="hero ${isHeadline && 'headline'}">
    <h1>${name}</h1>
    ${description && html`<p>${description}</p>`}
    <a class="button" href="#products">${textsFor(language).shop.allProducts}</a>
  </section>`
}

const logoOf = ({ business, origin }: Shop): string | null =>
  business.logoImageId && `${origin}${imageUrl(business.logoImageId, 640)}`

/** Renders a product page with the form that puts it into the cart. */
export const toProductPage = (shop: Shop, product: StoredProduct): string => {
  const texts = textsFor(shop.language).shop
  const pictures = picturesOf(product, product.name, '(min-width: 48rem) 36rem, 100vw')
  return toPage(
    shop,
    {
      title: product.name,
      description: product.description,
      image: imageAddresses(shop, product)[0] ?? null,
      type: 'product',
      data: productData(shop, product),
    },
    html`<div class="product">
      <div class="pictures">${pictures.length > 0 ? pictures : toThumbnail(product, '')}</div>
      <div class="buy">
        <h1>${product.name}</h1>
        <p class="price">${priceLabel(shop, product)}</p>
        ${isSoldOut(product) ? html`<p class="warning">${texts.soldOut}</p>` : toAddForm(shop, product)}
        ${product.description && html`<p class="description">${product.description}</p>`}
      </div>
    </div>`,
  )
}

const toAddForm = (shop: Shop, product: StoredProduct): Html => {
  const texts = textsFor(shop.language).shop
  return html`<form
    class="fields"
    method="post"
    action="${linkTo(shop, '/cart')}"
    data-cart
    data-added="${texts.added}"
    data-view="${texts.viewCart}"
  >
    <input type="hidden" name="action" value="add" />
    <input type="hidden" name="productId" value="${product.id}" />
    ${hasVariants(product) ? toOptions(shop, product) : toStockNotice(shop, product.stock)}
    <div class="add">
      <label
        >${texts.quantity}
        <input
          class="quantity"
          name="quantity"
          type="number"
          inputmode="numeric"
          min="1"
          max="${mostUnitsOf(shop.store)}"
          value="1"
          required
      /></label>
      <button class="button">${texts.addToCart}</button>
    </div>
    <p class="success" role="status"></p>
  </form>`
}

const toStockNotice = (shop: Shop, stock: number | null): Html | null => {
  if (stock === null) return null
  const { soldOut, onlyLeft, inStock } = textsFor(shop.language).shop
  if (stock === 0) return html`<span class="small">${soldOut}</span>`
  const isFew = stock < fewUnits
  const text = isFew ? fillText(onlyLeft, { count: stock.toLocaleString(shop.language) }) : inStock
  return html`<span class="${isFew ? 'warning' : 'quiet small'}">${text}</span>`
}

const toOptions = (shop: Shop, product: StoredProduct): Html => {
  const variants = activeVariantsOf(product)
  const first = variants.find(({ stock }) => stock !== 0)
  return html`<fieldset>
    <legend>${textsFor(shop.language).shop.option}</legend>
    <div class="options">
      ${variants.map(
        ({ id, name, priceMinor, stock }) =>
          html`<label class="choice">
            <input
              type="radio"
              name="variantId"
              value="${id}"
              required
              ${stock === 0 && html`disabled`}
              ${id === first?.id && html`checked`}
            />
            <b>${name}</b> ${toStockNotice(shop, stock)}
            <span>${priceOf(shop, priceMinor, product.currencyCode)}</span>
          </label> `,
      )}
    </div>
  </fieldset>`
}

const imageAddresses = (
  { origin }: Shop,
  { images, imageIds = [] }: Pick<StoredProduct, 'images' | 'imageIds'>,
): string[] => [
  ...imageIds.map((id) => `${origin}${imageUrl(id, 1280)}`),
  ...images.filter((address) => address.startsWith('https:')),
]

const context = 'https://schema.org'

const storeData = (shop: Shop) => ({
  '@context': context,
  '@type': 'OnlineStore',
  name: shop.store.name,
  url: canonicalAddress(shop),
  ...(shop.store.description && { description: shop.store.description }),
  ...(logoOf(shop) && { logo: logoOf(shop) }),
})

/** Describes a product and its offers, one for each variant, to search engines. */
const productData = (shop: Shop, product: StoredProduct) => {
  const url = canonicalAddress(shop)
  const { currencyCode, description } = product
  const offer = ({ priceMinor, stock }: Pick<StoredVariant, 'priceMinor' | 'stock'>) => ({
    '@type': 'Offer',
    url,
    priceCurrency: currencyCode,
    price: fromMinor(priceMinor, currencyCode),
    availability: `${context}/${stock === 0 ? 'OutOfStock' : 'InStock'}`,
  })
  const variants = activeVariantsOf(product)
  const images = imageAddresses(shop, product)
  return {
    '@context': context,
    '@type': 'Product',
    name: product.name,
    url,
    ...(description && { description }),
    ...(images.length > 0 && { image: images }),
    offers: hasVariants(product)
      ? variants.map((variant) => ({
          ...offer(variant),
          name: variant.name,
          ...(variant.sku && { sku: variant.sku }),
        }))
      : offer(product),
  }
}
