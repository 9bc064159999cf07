import type { Client, Service } from '@workspace-platform/client/scheduling'
import type { Product } from '@workspace-platform/client/storefront'
import type { TaxRate } from '@workspace-platform/client/identity'
import { matchesQuery } from '../text-search.rules.ts'
import { multiplyToMinor, percentOf, taxesIn, toMinor } from './money.rules.ts'
import type { Tax, TaxPart } from './money.rules.ts'

/** Something that can be sold: a service, a product or one of its variants. Services without a price ask for one. */
export type Offer = {
  id: string
  kind: 'product' | 'service'
  /** The product of a variant; null for other items. */
  variantOf: string | null
  name: string
  /** The codes that a scanner may read. */
  codes: readonly string[]
  price: number | null
  taxRateId: string | null
  /** Null when stock is not tracked. */
  stock: number | null
  imageId: string | null
}

export type Line = {
  key: string
  productId: string | null
  /** Missing in sales that an older version has queued. */
  variantId?: string | null
  serviceId: string | null
  name: string
  quantity: number
  unitPrice: number
  /** Set when it differs from the rate of the product or service. */
  taxRateId?: string | null
  /** The tax that applies, and the tax of the product or service. */
  tax: Tax | null
  usualTax: Tax | null
}

export type Discount = {
  kind: 'fixed' | 'percentage'
  value: number
  reason: string
  source: 'manual' | 'client'
}

export type BasketClient = Pick<Client, 'id' | 'name' | 'email' | 'discount'>

export type Basket = {
  lines: readonly Line[]
  discounts: readonly Discount[]
  client: BasketClient | null
}

export const emptyBasket: Basket = { lines: [], discounts: [], client: null }

const maxLines = 200

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name)

/** A product with variants is sold only as one of them. */
const toProductOffers = (product: Product): Offer[] => {
  const { id, name, externalId, slug, taxRateId, imageIds } = product
  const shared = { kind: 'product' as const, imageId: imageIds[0] ?? null }
  if (product.variants.length === 0) {
    const codes = externalId ? [externalId, slug] : [slug]
    return [
      { ...shared, id, variantOf: null, name, codes, price: product.price, taxRateId, stock: product.stock },
    ]
  }
  return product.variants
    .filter(({ isActive }) => isActive)
    .map((variant) => ({
      ...shared,
      id: variant.id,
      variantOf: id,
      name: `${name} (${variant.name})`,
      codes: variant.sku ? [variant.sku] : [],
      price: variant.price,
      taxRateId: variant.taxRateId ?? taxRateId,
      stock: variant.stock,
    }))
}

/** Services before products, each by name, so that tiles keep their place. */
export const toOffers = (products: readonly Product[], services: readonly Service[]): Offer[] => [
  ...services.toSorted(byName).map(({ id, name, price, taxRateId, externalId }): Offer => ({
    id,
    kind: 'service',
    variantOf: null,
    name,
    codes: externalId ? [externalId] : [],
    price,
    taxRateId,
    stock: null,
    imageId: null,
  })),
  ...products.toSorted(byName).flatMap(toProductOffers),
]

/** Returns the offers in which every typed word begins a word of the name, or which have exactly this code. */
export const findOffers = (offers: readonly Offer[], typed: string): Offer[] => {
  const code = typed.trim().toLowerCase()
  return offers.filter(
    ({ name, codes }) => codes.some((each) => each.toLowerCase() === code) || matchesQuery(typed, name),
  )
}

/** Returns the offer that Enter adds: the one with this code, or the only one found. */
export const scannedOffer = (offers: readonly Offer[], typed: string): Offer | null => {
  const code = typed.trim().toLowerCase()
  if (code === '') return null
  const found = findOffers(offers, typed)
  return (
    found.find(({ codes }) => codes.some((each) => each.toLowerCase() === code)) ??
    (found.length === 1 ? found[0]! : null)
  )
}

export const taxOf = (rates: readonly TaxRate[], id: string | null): Tax | null => {
  const rate = rates.find((each) => each.id === id)
  return rate ? { name: rate.name, percentage: rate.percentage } : null
}

/** Returns the id of the offer that a line sells; null for an item that is not in the catalogue. */
const soldIn = ({ productId, variantId, serviceId }: Line): string | null =>
  variantId ?? productId ?? serviceId

/** Adds one unit of an offer, or increases its quantity if it is in the basket at its usual price. */
export const addOffer = (basket: Basket, offer: Offer, rates: readonly TaxRate[], key: string): Basket => {
  const isSame = (line: Line): boolean =>
    soldIn(line) === offer.id && line.unitPrice === offer.price && line.taxRateId === undefined
  const known = basket.lines.find(isSame)
  if (known) return changeLine(basket, known.key, { quantity: known.quantity + 1 })
  const tax = taxOf(rates, offer.taxRateId)
  return addLine(basket, {
    key,
    productId: offer.kind === 'product' ? (offer.variantOf ?? offer.id) : null,
    variantId: offer.variantOf ? offer.id : null,
    serviceId: offer.kind === 'service' ? offer.id : null,
    name: offer.name,
    quantity: 1,
    unitPrice: offer.price ?? 0,
    tax,
    usualTax: tax,
  })
}

export const addLine = (basket: Basket, line: Line): Basket =>
  basket.lines.length >= maxLines ? basket : { ...basket, lines: [...basket.lines, line] }

/** Changes a line; a quantity of 0 removes it. */
export const changeLine = (basket: Basket, key: string, changes: Partial<Line>): Basket => ({
  ...basket,
  lines: basket.lines
    .map((line) => (line.key === key ? { ...line, ...changes } : line))
    .filter(({ quantity }) => quantity > 0),
})

export const replaceLine = (basket: Basket, line: Line): Basket => ({
  ...basket,
  lines: basket.lines.map((each) => (each.key === line.key ? line : each)),
})

/** Sets the client and replaces the discount of the previous one. */
export const setClient = (basket: Basket, client: BasketClient | null, reason: string): Basket => {
  const others = basket.discounts.filter(({ source }) => source !== 'client')
  const own: Discount[] = client?.discount ? [{ ...client.discount, reason, source: 'client' }] : []
  return { ...basket, client, discounts: [...own, ...others] }
}

type Totals = {
  lineMinors: number[]
  discountMinors: number[]
  subtotalMinor: number
  totalMinor: number
  taxes: TaxPart[]
}

/** Computes the totals as the platform does: each discount deducts at most what the previous ones left. */
export const totalsOf = (
  { lines, discounts }: Pick<Basket, 'lines' | 'discounts'>,
  currencyCode: string,
): Totals => {
  const lineMinors = lines.map(({ quantity, unitPrice }) =>
    multiplyToMinor(quantity, unitPrice, currencyCode),
  )
  const subtotalMinor = lineMinors.reduce((sum, minor) => sum + minor, 0)
  let totalMinor = subtotalMinor
  const discountMinors = discounts.map(({ kind, value }) => {
    const wanted = kind === 'percentage' ? percentOf(subtotalMinor, value) : toMinor(value, currencyCode)
    const minor = Math.min(wanted, totalMinor)
    totalMinor -= minor
    return minor
  })
  const taxes = taxesIn(
    lines.map(({ tax }, index) => ({ totalMinor: lineMinors[index]!, tax })),
    subtotalMinor - totalMinor,
  )
  return { lineMinors, discountMinors, subtotalMinor, totalMinor, taxes }
}

/** Returns the products with less stock than the basket needs, with the stock that is left. */
export const shortages = (
  { lines }: Pick<Basket, 'lines'>,
  offers: readonly Offer[],
): { id: string; name: string; stock: number }[] =>
  offers.flatMap(({ id, name, stock }) => {
    if (stock === null) return []
    const wanted = lines.reduce((sum, line) => (soldIn(line) === id ? sum + line.quantity : sum), 0)
    return wanted > stock ? [{ id, name, stock }] : []
  })
