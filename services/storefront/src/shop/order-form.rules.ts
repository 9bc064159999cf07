import type { ErrorDetail } from '@wp/kernel'
import { fillText, textsFor } from '@wp/texts'
import { maxItemQuantity } from '../orders/order.contract.ts'
import { readUnits, toQuantity } from './cart.rules.ts'
import type { FormUnit } from './cart.rules.ts'

const textFields = [
  'name',
  'email',
  'phone',
  'delivery',
  'line1',
  'line2',
  'city',
  'region',
  'postalCode',
  'note',
] as const

/** The order form's fields as submitted. */
export type OrderForm = Record<(typeof textFields)[number], string> & {
  key: string
  units: FormUnit[]
  /** The total that the customer saw, in minor units. */
  total: string
}

/** Parses the order form; missing fields become empty strings. */
export const readOrderForm = (fields: URLSearchParams): OrderForm => {
  const field = (name: string) => (fields.get(name) ?? '').trim()
  const texts = Object.fromEntries(textFields.map((name) => [name, field(name)]))
  return {
    ...(texts as Record<(typeof textFields)[number], string>),
    key: field('key'),
    units: readUnits(fields),
    total: field('total'),
  }
}

/** Converts the form to the API's request body, which is then validated against its schema. */
export const toNewOrder = (form: OrderForm, countryCode: string | null) => ({
  customer: { name: form.name, email: form.email || null, phone: form.phone || null },
  items: form.units.map(({ quantity, ...unit }) => ({ ...unit, quantity: toQuantity(quantity) })),
  delivery: toDelivery(form, countryCode),
  note: form.note || null,
})

/** The form does not ask for the country, because shops deliver within their own country. */
const toDelivery = (form: OrderForm, countryCode: string | null) => {
  if (form.delivery === '') return null
  if (form.delivery !== 'address') return { kind: form.delivery, address: null }
  const { line1, line2, city, region, postalCode } = form
  return {
    kind: form.delivery,
    address: {
      line1,
      line2: line2 || null,
      city,
      region: region || null,
      postalCode: postalCode || null,
      countryCode,
    },
  }
}

/** Returns the total that the customer saw; undefined for a form without one. */
export const seenTotal = ({ total }: Pick<OrderForm, 'total'>): number | undefined =>
  /^\d{1,15}$/.test(total) ? Number(total) : undefined

/** Returns the largest quantity that a form accepts. */
export const mostUnitsOf = ({ maxQuantityPerOrder }: { maxQuantityPerOrder?: number | null }): number =>
  Math.min(maxQuantityPerOrder ?? maxItemQuantity, maxItemQuantity)

/** Returns the message for the first invalid part of the form, in the order in which the page shows them. */
export const formError = (language: string, paths: readonly string[], mostUnits: number): string => {
  const texts = textsFor(language).shop
  const has = (start: string) => paths.some((path) => path.startsWith(start))
  if (has('customer.name')) return texts.nameNeeded
  if (has('customer')) return texts.contactNeeded
  if (has('delivery.address')) return texts.addressNeeded
  if (has('delivery')) return texts.deliveryNeeded
  if (has('note')) return texts.noteWrong
  return quantityWrong(language, mostUnits)
}

/** Returns the message for a rejected order, or null when the error has another cause. */
export const orderError = (
  language: string,
  { code, details = [] }: { code: string; details?: readonly ErrorDetail[] | undefined },
  mostUnits: number,
): string | null => {
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
    case 'VALIDATION_FAILED': {
      // The prices have changed, the delivery is not offered, there are too many units, or the total is too large.
      const paths = details.map(({ path }) => path)
      return paths.includes('total') ? texts.priceChanged : formError(language, paths, mostUnits)
    }
    default:
      return null
  }
}

const quantityWrong = (language: string, mostUnits: number): string =>
  fillText(textsFor(language).shop.quantityWrong, { most: mostUnits.toLocaleString(language) })
