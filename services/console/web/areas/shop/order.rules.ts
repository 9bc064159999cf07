import type { Order } from '@workspace-platform/client/storefront'
import { fromMinor, isAmount, multiplyToMinor, toMinor, toNumber } from '../../app/sales/money.rules.ts'
import { isDate } from '../../app/search-parameter.rules.ts'
import { inLatinDigits, numberIn } from '../../i18n/number.rules.ts'
import type { Tone } from '../../ui/badge.tsx'

export type OrderStatus = Order['status']

export const orderTones: Record<OrderStatus, Tone> = {
  pending: 'accent',
  confirmed: 'warn',
  fulfilled: 'ok',
  cancelled: 'neutral',
  refunded: 'neutral',
}

export const orderStatuses = Object.keys(orderTones) as OrderStatus[]

/** Returns the next step that an order needs, or null when it needs none. */
export const nextStatus = (status: OrderStatus): 'confirmed' | 'fulfilled' | null => {
  if (status === 'pending') return 'confirmed'
  return status === 'confirmed' ? 'fulfilled' : null
}

export const isCancellable = (status: OrderStatus): boolean => nextStatus(status) !== null

type Search = {
  search?: string
  status?: string
  from?: string
  to?: string
  minTotal?: string
  maxTotal?: string
}

const amountOf = (typed = ''): number => (typed === '' ? Number.NaN : toNumber(typed))

/**
 * Returns the filters for the API: a short number is an order number, anything else refers to the customer.
 * Returns null for a number that no order can have.
 */
export const toOrderQuery = ({ search = '', status, from, to, ...totals }: Search) => {
  const typed = search.trim()
  const known = orderStatuses.find((each) => each === status)
  const [min, max] = [amountOf(totals.minTotal), amountOf(totals.maxTotal)]
  const filter = {
    ...(known && { status: known }),
    ...(isDate(from) && { from }),
    ...(isDate(to) && { to }),
    ...(min >= 0 && { minTotal: min }),
    ...(max >= 0 && { maxTotal: max }),
  }
  if (typed === '') return filter
  const latin = inLatinDigits(typed)
  if (!/^#?\d{1,6}$/.test(latin)) return { ...filter, search: typed }
  const number = numberIn(latin)
  return number > 0 ? { ...filter, number } : null
}

export type LeftItem = { id: string; name: string; left: number; unitPrice: number }

/** Returns how much of an order can still be refunded: an amount, and a quantity of each item. */
export const leftOf = (order: Order): { amount: number; items: LeftItem[] } => {
  const { currencyCode, total, refundedTotal, refunds } = order
  const minor = toMinor(total, currencyCode) - toMinor(refundedTotal, currencyCode)
  return {
    amount: order.status === 'fulfilled' ? fromMinor(minor, currencyCode) : 0,
    items: order.items.flatMap(({ id, name, quantity, unitPrice }) => {
      const left = refunds
        .flatMap(({ items }) => items)
        .filter(({ itemId }) => itemId === id)
        .reduce((rest, refunded) => rest - refunded.quantity, quantity)
      return left > 0 ? [{ id, name, left, unitPrice }] : []
    }),
  }
}

export const refundModes = ['all', 'items', 'amount'] as const
export type RefundMode = (typeof refundModes)[number]

/** The quantities by item id. */
export type RefundFields = Record<string, string> & {
  mode: string
  amount: string
  restock: string
  reason: string
}

export const toRefundFields = (order: Order): RefundFields => ({
  ...Object.fromEntries(leftOf(order).items.map(({ id }) => [id, '0'])),
  mode: 'all',
  amount: '',
  restock: 'yes',
  reason: '',
})

const quantityOf = (fields: RefundFields, { id }: Pick<LeftItem, 'id'>): number => toNumber(fields[id] || '0')

/** Returns the amount to refund, at most what is left; NaN for invalid input. */
export const refundAmount = (fields: RefundFields, order: Order): number => {
  const left = leftOf(order)
  if (fields.mode === 'all') return left.amount
  if (fields.mode === 'amount') return toNumber(fields.amount)
  const sum = left.items.reduce((minor, item) => {
    const quantity = quantityOf(fields, item)
    return Number.isNaN(quantity)
      ? quantity
      : minor + multiplyToMinor(quantity, item.unitPrice, order.currencyCode)
  }, 0)
  return Math.min(fromMinor(sum, order.currencyCode), left.amount)
}

export type RefundProblem = { field: string; problem: 'amount' | 'atMost' | 'quantity' | 'nothing' }

/** Returns the problem with a refund; null if it can be sent. */
export const refundProblem = (fields: RefundFields, order: Order): RefundProblem | null => {
  const left = leftOf(order)
  if (fields.mode === 'amount') {
    const amount = toNumber(fields.amount)
    if (!isAmount(amount, order.currencyCode) || amount === 0) return { field: 'amount', problem: 'amount' }
    return amount > left.amount ? { field: 'amount', problem: 'atMost' } : null
  }
  if (fields.mode === 'all') return null
  const wrong = left.items.find((item) => {
    const quantity = quantityOf(fields, item)
    return !Number.isInteger(quantity) || quantity > item.left
  })
  if (wrong) return { field: wrong.id, problem: 'quantity' }
  const [first] = left.items
  return first && left.items.every((item) => quantityOf(fields, item) === 0)
    ? { field: first.id, problem: 'nothing' }
    : null
}

/** Returns the body for the API. Only items can be returned to stock. */
export const toRefundBody = (fields: RefundFields, order: Order) => {
  const reason = fields.reason.trim() || null
  if (fields.mode === 'amount') return { amount: toNumber(fields.amount), restock: false, reason }
  const restock = fields.restock === 'yes'
  if (fields.mode === 'all') return { restock, reason }
  const items = leftOf(order).items.flatMap((item) => {
    const quantity = quantityOf(fields, item)
    return quantity > 0 ? [{ itemId: item.id, quantity }] : []
  })
  return { items, amount: refundAmount(fields, order), restock, reason }
}
