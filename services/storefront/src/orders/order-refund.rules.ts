import { fromMinor, invalid, multiplyToMinor, toMinor } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { maxRefunds } from './order.contract.ts'
import type { NewOrderRefund } from './order.contract.ts'
import type { StoredOrder } from './order.types.ts'

type Item = StoredOrder['items'][number]

/** The content of a refund: `totalMinor` is the price of each item's quantity. */
export type PlannedRefund = {
  amountMinor: number
  items: {
    itemId: Id
    productId: Id
    variantId: Id | null
    name: string
    quantity: number
    totalMinor: number
  }[]
}

export const itemIdOf = ({ id, productId }: Pick<Item, 'id' | 'productId'>): Id => id ?? productId

export const refundedMinor = ({ refunds = [] }: Pick<StoredOrder, 'refunds'>): number =>
  refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** Throws 422 unless the order is fulfilled and has that much left to refund. */
export const planRefund = (order: StoredOrder, { items, amount }: NewOrderRefund): PlannedRefund => {
  if (order.status !== 'fulfilled')
    throw invalid('status', `must be fulfilled before it can be refunded (now ${order.status})`)
  if ((order.refunds?.length ?? 0) >= maxRefunds)
    throw invalid('refunds', `must contain at most ${maxRefunds} refunds`)
  const leftMinor = order.totalMinor - refundedMinor(order)
  const planned = items ? chosenItems(order, items) : amount === undefined ? itemsLeft(order) : []
  const amountMinor = amountOf(order, planned, { items, amount, leftMinor })
  if (amountMinor > leftMinor)
    throw invalid('amount', `must be at most ${fromMinor(leftMinor, order.currencyCode)}`)
  if (amountMinor === 0 && planned.length === 0) throw invalid('amount', 'must be greater than 0')
  return { amountMinor, items: planned }
}

const amountOf = (
  { currencyCode }: StoredOrder,
  planned: PlannedRefund['items'],
  { items, amount, leftMinor }: Pick<NewOrderRefund, 'items' | 'amount'> & { leftMinor: number },
): number => {
  if (amount !== undefined) return toMinor(amount, currencyCode, 'amount')
  return items ? planned.reduce((sum, { totalMinor }) => sum + totalMinor, 0) : leftMinor
}

const chosenItems = (order: StoredOrder, chosen: NonNullable<NewOrderRefund['items']>) => {
  const quantities = new Map<Id, number>()
  for (const [at, { itemId, quantity }] of chosen.entries()) {
    const item = order.items.find((each) => itemIdOf(each) === itemId)
    if (!item) throw invalid(`items.${at}.itemId`, 'must be an item of the order')
    const sum = (quantities.get(itemId) ?? 0) + quantity
    const left = quantityLeft(order, item)
    if (sum > left) throw invalid(`items.${at}.quantity`, `must be at most ${left} in total`)
    quantities.set(itemId, sum)
  }
  return order.items.flatMap((item) => toPlanned(order, item, quantities.get(itemIdOf(item)) ?? 0))
}

const itemsLeft = (order: StoredOrder) =>
  order.items.flatMap((item) => toPlanned(order, item, quantityLeft(order, item)))

const quantityLeft = ({ refunds = [] }: StoredOrder, item: Item): number =>
  refunds
    .flatMap(({ items }) => items)
    .filter(({ itemId }) => itemId === itemIdOf(item))
    .reduce((left, { quantity }) => left - quantity, item.quantity)

const toPlanned = ({ currencyCode }: StoredOrder, item: Item, quantity: number): PlannedRefund['items'] => {
  if (quantity === 0) return []
  const unitPrice = fromMinor(item.unitPriceMinor, currencyCode)
  const totalMinor = multiplyToMinor(quantity, unitPrice, currencyCode, 'items')
  const { productId, variantId = null, name } = item
  return [{ itemId: itemIdOf(item), productId, variantId, name, quantity, totalMinor }]
}
