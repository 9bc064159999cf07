import type { Words } from './words.view.ts'

/** The fields of the order form, as they were sent. */
export type OrderForm = {
  key: string
  productId: string
  quantity: string
  name: string
  email: string
  phone: string
}

/** Reads a form; what is missing is empty. */
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

/** As the API takes an order; its schema judges it. */
export const toNewOrder = ({ productId, quantity, name, email, phone }: OrderForm) => ({
  customer: { name, email: email || null, phone: phone || null },
  items: [{ productId, quantity: /^\d{1,6}$/.test(quantity) ? Number(quantity) : Number.NaN }],
})

/** A key of ours has 256 random bits; with any other one could look for the orders of somebody else. */
export const isFormKey = (key: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(key)

/** What is wrong with a form, by the first field that the schema refused. */
export const formFault = (words: Words, paths: readonly string[]): string => {
  if (paths.some((path) => path.startsWith('customer.name'))) return words.nameNeeded
  if (paths.some((path) => path.startsWith('customer'))) return words.contactNeeded
  return words.quantityWrong
}

/** What a refused order says to the buyer; null for what is no fault of the order. */
export const orderFault = (words: Words, code: string): string | null => {
  switch (code) {
    case 'OUT_OF_STOCK':
      return words.outOfStock
    case 'CLOSED':
      return words.closed
    case 'IDEMPOTENCY_KEY_REUSED':
      return words.sentAlready
    case 'NOT_FOUND':
      return words.gone
    default:
      return null
  }
}
