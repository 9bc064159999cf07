import { fillText, textsFor } from '@wp/texts'
import { maxItemQuantity } from '../orders/order.contract.ts'

/** The order form's fields as submitted. */
export type OrderForm = {
  key: string
  productId: string
  quantity: string
  name: string
  email: string
  phone: string
}

/** Parses the order form; missing fields become empty strings. */
export const readOrderForm = (text: string): OrderForm => {
  const fields = new URLSearchParams(text)
  const field = (name: string) => (fields.get(name) ?? '').trim()
  return {
    key: field('key'),
    productId: field('productId'),
    quantity: field('quantity'),
    name: field('name'),
    email: field('email'),
    phone: field('phone'),
  }
}

/** Converts the form to the API's request body, which is then validated against its schema. */
export const toNewOrder = ({ productId, quantity, name, email, phone }: OrderForm) => ({
  customer: { name, email: email || null, phone: phone || null },
  items: [{ productId, quantity: /^\d{1,6}$/.test(quantity) ? Number(quantity) : Number.NaN }],
})

/** Returns the largest quantity that the form accepts. An order from the form contains one product. */
export const mostUnitsOf = ({ maxQuantityPerOrder }: { maxQuantityPerOrder?: number | null }): number =>
  Math.min(maxQuantityPerOrder ?? maxItemQuantity, maxItemQuantity)

/** Generated keys have 256 random bits. Accepting other keys would let callers probe for other buyers' orders. */
export const isFormKey = (key: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(key)

/** Returns the message for the name if it is invalid, otherwise for the contact details, otherwise for the quantity. */
export const formError = (language: string, paths: readonly string[], mostUnits: number): string => {
  const texts = textsFor(language).shop
  if (paths.some((path) => path.startsWith('customer.name'))) return texts.nameNeeded
  if (paths.some((path) => path.startsWith('customer'))) return texts.contactNeeded
  return quantityWrong(language, mostUnits)
}

/** Returns the message for a rejected order, or null when the error has another cause. */
export const orderError = (language: string, code: string, mostUnits: number): string | null => {
  const texts = textsFor(language).shop
  switch (code) {
    case 'OUT_OF_STOCK':
      return texts.outOfStock
    case 'CLOSED':
      return texts.closed
    case 'IDEMPOTENCY_KEY_REUSED':
      return texts.sentAlready
    case 'NOT_FOUND':
      return texts.gone
    case 'VALIDATION_FAILED': // too many units, or the total is too large
      return quantityWrong(language, mostUnits)
    default:
      return null
  }
}

const quantityWrong = (language: string, mostUnits: number): string =>
  fillText(textsFor(language).shop.quantityWrong, { most: mostUnits.toLocaleString(language) })

/** Returns the languages of a shop: its own first, then the others of the workspace. */
export const shopLanguages = (locale: string, languages: readonly string[] = []): string[] => [
  ...new Set([locale, ...languages]),
]

/** Returns the address of a page of the shop, in the given language. The language of the store needs no parameter. */
export const shopAddress = (
  { base, store }: { base: string; store: { locale: string } },
  language: string,
  { path, query = {} }: ShopPath,
): string => {
  const parameters = { ...query, ...(language !== store.locale && { language }) }
  const address = `${base}${path}` || '/'
  const text = new URLSearchParams(parameters).toString()
  return text ? `${address}?${text}` : address
}

/** A page of a shop: its path, which is empty for the front page, and parameters other than the language. */
export type ShopPath = { path: string; query?: Readonly<Record<string, string>> }
