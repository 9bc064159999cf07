import { AppError, fromMinor, invalid, multiplyToMinor, notFound, percentOf, toMinor } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { maxItems } from './invoice.contract.ts'
import type { InvoiceItemChanges, NewDiscount } from './invoice-line.contract.ts'
import type { NewInvoiceItem } from './invoice.contract.ts'
import type { StoredDiscount, StoredInvoice, StoredItem } from './invoice.types.ts'

export const maxDiscounts = 100

/** A discount line as it is computed; one from before lines had a kind is fixed, with the amount it has. */
export type DiscountTerms = Required<StoredDiscount>

export const toDiscountTerms = (stored: StoredDiscount, currencyCode: string): DiscountTerms => ({
  ...stored,
  kind: stored.kind ?? 'fixed',
  value: stored.value ?? fromMinor(stored.amountMinor, currencyCode),
  source: stored.source ?? 'manual',
})

type Lines = { items: readonly StoredItem[]; discounts: readonly StoredDiscount[] }

/**
 * Everything that follows from items and discount lines, computed afresh: each line takes off its amount, or its
 * percentage of the subtotal, at most what the lines before it have left. Applied amounts and total make the subtotal.
 */
export const computeLines = (lines: Lines, currencyCode: string) => {
  checkCounts(lines)
  const items = lines.items.map((item) => ({
    ...item,
    totalMinor: multiplyToMinor(item.quantity, item.unitPrice, currencyCode),
  }))
  const subtotalMinor = items.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
  if (!Number.isSafeInteger(subtotalMinor))
    throw invalid('items', 'come to more than can be computed exactly: lower quantities or prices')
  let totalMinor = subtotalMinor
  const discounts = lines.discounts.map((line): DiscountTerms => {
    const terms = toDiscountTerms(line, currencyCode)
    const amountMinor = Math.min(toWantedMinor(terms, subtotalMinor, currencyCode), totalMinor)
    totalMinor -= amountMinor
    return { ...terms, amountMinor }
  })
  return { items, discounts, subtotalMinor, totalMinor }
}

const toWantedMinor = (
  { kind, value }: Pick<DiscountTerms, 'kind' | 'value'>,
  subtotalMinor: number,
  currencyCode: string,
): number => (kind === 'percentage' ? percentOf(subtotalMinor, value) : toMinor(value, currencyCode))

const checkCounts = ({ items, discounts }: Lines): void => {
  if (items.length > maxItems) throw invalid('items', `are at most ${maxItems} on one invoice`)
  if (discounts.length > maxDiscounts)
    throw invalid('discounts', `are at most ${maxDiscounts} on one invoice`)
}

/** Its total comes with `computeLines`. */
export const toItem = (id: Id, item: NewInvoiceItem): StoredItem => ({ id, ...item, totalMinor: 0 })

/** Its amount comes with `computeLines`. Refuses a fixed value with more places than the currency has. */
export const toDiscount = (
  id: Id,
  { kind, value, ...discount }: NewDiscount,
  currencyCode: string,
): StoredDiscount => {
  // Either way -0 becomes 0.
  const exact = kind === 'percentage' ? value || 0 : fromMinor(toMinor(value, currencyCode), currencyCode)
  return { id, kind, value: exact, amountMinor: 0, ...discount }
}

/** A client's own discount; one of another currency's places is rounded to this one's. */
export const toClientDiscount = (
  id: Id,
  { kind, value }: { kind: string; value: number },
  currencyCode: string,
): StoredDiscount => {
  const isPercentage = kind === 'percentage'
  const exact = isPercentage ? value : fromMinor(multiplyToMinor(1, value, currencyCode), currencyCode)
  return {
    id,
    kind: isPercentage ? 'percentage' : 'fixed',
    value: exact,
    amountMinor: 0,
    reason: 'Client discount',
    source: 'client',
  }
}

export const changeItem = (
  items: readonly StoredItem[],
  id: Id,
  changes: InvoiceItemChanges,
): StoredItem[] => {
  const item = findLine(items, id, 'Item')
  const changed = { ...item, ...withoutUndefined(changes) }
  if (changed.productId !== null && !Number.isInteger(changed.quantity))
    throw invalid('quantity', 'of a product must be a whole number')
  return items.map((each) => (each.id === id ? changed : each))
}

export const removeLine = <Line extends { id: Id }>(lines: readonly Line[], id: Id, noun: string): Line[] => {
  findLine(lines, id, noun)
  return lines.filter((each) => each.id !== id)
}

const findLine = <Line extends { id: Id }>(lines: readonly Line[], id: Id, noun: string): Line => {
  const line = lines.find((each) => each.id === id)
  if (!line) throw notFound(noun)
  return line
}

const withoutUndefined = ({ name, quantity, unitPrice }: InvoiceItemChanges) => ({
  ...(name !== undefined && { name }),
  ...(quantity !== undefined && { quantity }),
  ...(unitPrice !== undefined && { unitPrice }),
})

/** Refuses a change to what is no draft, or to one that is being finalized. */
export const checkDraft = (invoice: Pick<StoredInvoice, 'status' | 'stockStep'>): void => {
  if (invoice.status !== 'draft')
    throw new AppError('INVOICE_NOT_DRAFT', `The invoice is ${invoice.status}; only a draft can be changed`, {
      details: [{ path: 'status', message: `is ${invoice.status}` }],
    })
  if (isBusy(invoice)) throw busy()
}

/** A draft of which it is not known whether its stock was taken. */
export const isBusy = ({ status, stockStep }: Pick<StoredInvoice, 'status' | 'stockStep'>): boolean =>
  status === 'draft' && stockStep !== null

export const busy = (): AppError =>
  new AppError('INVOICE_BUSY', 'The invoice is being finalized; try again in a moment', {
    details: [{ path: 'status', message: 'is being changed by finalize' }],
  })

/** What is taken from the stock: products only, one line for each. */
export const toStockItems = (items: readonly StoredItem[]): { productId: Id; quantity: number }[] => {
  const quantities = new Map<Id, number>()
  for (const { productId, quantity } of items)
    if (productId !== null) quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }))
}
