import type { Id } from '@wp/kernel'
import { maxItemQuantity } from '../orders/order.contract.ts'
import { unitKey } from '../stock/stock.rules.ts'

export type CartLine = { productId: Id; variantId: Id | null; quantity: number }

/** The maximum number of lines in a cart, which keeps its cookie below 4 KiB. */
export const maxCartLines = 50

export const cartCookie = 'wp_cart'
export const cartLifetimeSeconds = 30 * 24 * 3600

const line = /^([\da-f]{24})(?:\.([\da-f]{24}))?-([1-9]\d{0,4})$/

/**
 * Reads a cart from its cookie. Visitors can modify it, so anything invalid is ignored; it does not contain
 * prices.
 */
export const readCart = (text = ''): CartLine[] => {
  const lines = new Map<string, CartLine>()
  for (const part of text.split('_', maxCartLines)) {
    const [, productId, variantId = null, quantity] = line.exec(part) ?? []
    if (productId === undefined || Number(quantity) > maxItemQuantity) continue
    lines.set(unitKey({ productId, variantId }), { productId, variantId, quantity: Number(quantity) })
  }
  return [...lines.values()]
}

export const writeCart = (lines: readonly CartLine[]): string =>
  lines.map((each) => `${unitKey(each)}-${each.quantity}`).join('_')

/** A product in a form; the quantity is as entered. */
export type FormUnit = { productId: string; variantId: string | null; quantity: string }

/** Returns the products in a form: each product's fields are consecutive. */
export const readUnits = (fields: URLSearchParams): FormUnit[] => {
  const [variants, quantities] = [fields.getAll('variantId'), fields.getAll('quantity')]
  return fields
    .getAll('productId')
    .slice(0, 100)
    .map((productId, at) => ({
      productId: productId.trim(),
      variantId: variants[at]?.trim() || null,
      quantity: quantities[at]?.trim() ?? '',
    }))
}

/** Returns a quantity as a number; NaN when it is not a whole number. */
export const toQuantity = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN)

/** Returns the cart after a form, and whether anything did not fit. */
export const changeCart = (
  lines: readonly CartLine[],
  fields: URLSearchParams,
): { lines: CartLine[]; isFull: boolean } => {
  const isAdd = fields.get('action') === 'add'
  const changed = new Map(lines.map((each) => [unitKey(each), each]))
  let isFull = false
  for (const { productId, variantId, quantity } of readUnits(fields)) {
    const key = unitKey({ productId, variantId })
    const wanted = toQuantity(quantity)
    if (!line.test(`${key}-1`) || Number.isNaN(wanted)) continue
    const sum = Math.min(wanted + (isAdd ? (changed.get(key)?.quantity ?? 0) : 0), maxItemQuantity)
    if (sum === 0) changed.delete(key)
    else if (changed.has(key) || changed.size < maxCartLines)
      changed.set(key, { productId, variantId, quantity: sum })
    else isFull = true
  }
  changed.delete(fields.get('remove') ?? '')
  return { lines: [...changed.values()], isFull }
}

/** Returns the cart without the ordered lines. */
export const withoutOrdered = (
  lines: readonly CartLine[],
  ordered: readonly { productId: Id; variantId?: Id | null }[],
): CartLine[] => {
  const keys = new Set(ordered.map(unitKey))
  return lines.filter((each) => !keys.has(unitKey(each)))
}

export const countUnits = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)
