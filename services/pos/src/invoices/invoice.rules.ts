import {
  AppError,
  fromMinor,
  invalid,
  multiplyToMinor,
  notFound,
  percentOf,
  taxLines,
  toMinor,
} from '@wp/kernel'
import type { Id, TaxLine } from '@wp/kernel'
import type { ItemTax } from '@wp/workspaces'
import { posErrors } from '../errors.ts'
import { maxItems } from './invoice.contract.ts'
import type { InvoiceItemChanges, NewDiscount } from './invoice-line.contract.ts'
import type { NewInvoiceItem } from './invoice.contract.ts'
import type { StoredDiscount, StoredInvoice, StoredItem } from './invoice.types.ts'

export const maxDiscounts = 100

/** A discount line with defaults for fields that older versions did not store. */
export type DiscountTerms = Required<StoredDiscount>

export const toDiscountTerms = (stored: StoredDiscount, currencyCode: string): DiscountTerms => ({
  ...stored,
  kind: stored.kind ?? 'fixed',
  value: stored.value ?? fromMinor(stored.amountMinor, currencyCode),
  source: stored.source ?? 'manual',
})

type Lines = { items: readonly StoredItem[]; discounts: readonly StoredDiscount[] }

/**
 * Recomputes all totals. Each discount deducts its amount, or its percentage of the subtotal, but at most what the
 * previous ones have left. The deducted amounts and the total add up to the subtotal.
 */
export const computeLines = (lines: Lines, currencyCode: string) => {
  checkCounts(lines)
  const items = lines.items.map((item) => ({
    ...item,
    totalMinor: multiplyToMinor(item.quantity, item.unitPrice, currencyCode, 'items'),
  }))
  const subtotalMinor = items.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
  if (!Number.isSafeInteger(subtotalMinor)) throw invalid('items', 'must have a smaller total')
  let totalMinor = subtotalMinor
  const discounts = lines.discounts.map((line): DiscountTerms => {
    const terms = toDiscountTerms(line, currencyCode)
    const amountMinor = Math.min(toRequestedMinor(terms, subtotalMinor, currencyCode), totalMinor)
    totalMinor -= amountMinor
    return { ...terms, amountMinor }
  })
  return { items, discounts, subtotalMinor, totalMinor }
}

const toRequestedMinor = (
  { kind, value }: Pick<DiscountTerms, 'kind' | 'value'>,
  subtotalMinor: number,
  currencyCode: string,
): number => (kind === 'percentage' ? percentOf(subtotalMinor, value) : toMinor(value, currencyCode))

const checkCounts = ({ items, discounts }: Lines): void => {
  if (items.length > maxItems) throw invalid('items', `must contain at most ${maxItems} items`)
  if (discounts.length > maxDiscounts)
    throw invalid('discounts', `must contain at most ${maxDiscounts} discounts`)
}

/** The tax of an item, or `unknown` while storefront is unavailable. */
export type ResolvedTax = ItemTax | null | 'unknown'

/** The total is set later by `computeLines`. */
export const toItem = (
  id: Id,
  {
    productId,
    variantId,
    serviceId,
    name,
    quantity,
    unitPrice,
  }: Omit<NewInvoiceItem, 'variantId'> & { variantId?: Id | null },
  tax: ResolvedTax,
): StoredItem => ({
  id,
  productId,
  ...(variantId && { variantId }),
  serviceId,
  name,
  quantity,
  unitPrice,
  totalMinor: 0,
  ...(tax === 'unknown' ? { tax: null, isTaxUnknown: true } : { tax }),
})

/** Returns the products whose tax is unknown. */
export const toUntaxedProducts = (items: readonly StoredItem[]): Id[] => [
  ...new Set(items.flatMap(({ isTaxUnknown, productId }) => (isTaxUnknown && productId) || [])),
]

export type Taxed = { id: Id; taxRateId?: Id | undefined }

/** Returns the tax rates of services, products and variants by their ids. */
export const toTaxRateIds = (
  sold: readonly (Taxed & { variants?: readonly Taxed[] })[],
): Map<Id, Id | undefined> =>
  new Map(sold.flatMap((one) => [one, ...(one.variants ?? [])]).map(({ id, taxRateId }) => [id, taxRateId]))

/** Sets the taxes that were unknown, by variant or product. Prices include tax, so the totals stay the same. */
export const setUnknownTaxes = (
  items: readonly StoredItem[],
  taxes: ReadonlyMap<Id, ItemTax | null>,
): StoredItem[] =>
  items.map(({ isTaxUnknown, ...item }) =>
    isTaxUnknown && item.productId !== null
      ? { ...item, tax: taxes.get(item.variantId ?? item.productId) ?? null }
      : item,
  )

/** Returns net, tax and gross by rate after discounts. Items from older versions are not taxed. */
export const toInvoiceTaxes = ({
  items,
  subtotalMinor,
  totalMinor,
}: Pick<StoredInvoice, 'items' | 'subtotalMinor' | 'totalMinor'>): TaxLine[] =>
  taxLines(items, subtotalMinor - totalMinor)

/** The amount is set later by `computeLines`. Throws for a fixed value with more decimal places than the currency. */
export const toDiscount = (
  id: Id,
  { kind, value, ...discount }: NewDiscount,
  currencyCode: string,
): StoredDiscount => {
  // Both branches turn -0 into 0.
  const exact =
    kind === 'percentage' ? value || 0 : fromMinor(toMinor(value, currencyCode, 'value'), currencyCode)
  return { id, kind, value: exact, amountMinor: 0, ...discount }
}

/** Converts a client's discount to a line. A fixed amount is rounded to the currency's decimal places. */
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
  tax?: ItemTax | null,
): StoredItem[] => {
  const { isTaxUnknown, ...item } = findLine(items, id, 'Item')
  const changed = {
    ...item,
    ...withoutUndefined(changes),
    ...(tax === undefined ? isTaxUnknown && { isTaxUnknown } : { tax }),
  }
  if (changed.productId !== null && !Number.isInteger(changed.quantity))
    throw invalid('quantity', 'must be a whole number for a product')
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

/** Throws unless the invoice is a draft that is not being finalized. */
export const checkDraft = (invoice: Pick<StoredInvoice, 'status' | 'stockStep'>): void => {
  if (invoice.status !== 'draft')
    throw new AppError(
      posErrors.INVOICE_NOT_DRAFT,
      `The invoice is ${invoice.status}; only drafts can be changed`,
      {
        details: [{ path: 'status', message: 'must be draft' }],
      },
    )
  if (isBusy(invoice)) throw busy()
}

/** Returns whether a draft's stock is being reserved or released. */
export const isBusy = ({ status, stockStep }: Pick<StoredInvoice, 'status' | 'stockStep'>): boolean =>
  status === 'draft' && stockStep !== null

export const busy = (): AppError =>
  new AppError(posErrors.INVOICE_BUSY, 'The invoice is being finalized; try again in a moment', {
    details: [{ path: 'status', message: 'cannot be changed while the invoice is being finalized' }],
    retryAfterSeconds: 5,
  })

type StockItem = { productId: Id; variantId?: Id; quantity: number }

/** Merges items with the same product and variant, and drops items without a product. */
export const toStockItems = (items: readonly StoredItem[]): StockItem[] => {
  const merged = new Map<string, StockItem>()
  for (const { productId, variantId, quantity } of items) {
    if (productId === null) continue
    const key = `${productId}.${variantId ?? ''}`
    const sum = (merged.get(key)?.quantity ?? 0) + quantity
    merged.set(key, { productId, ...(variantId && { variantId }), quantity: sum })
  }
  return [...merged.values()]
}

/** Throws 422 when an item does not name a variant of a product that is sold in variants, and NOT_FOUND for an unknown one. */
export const checkVariants = (
  items: readonly { productId: Id | null; variantId: Id | null }[],
  products: readonly { id: Id; variants: readonly { id: Id }[] }[],
  toPath: (at: number) => string,
): void => {
  for (const [at, { productId, variantId }] of items.entries()) {
    const variants = products.find(({ id }) => id === productId)?.variants ?? []
    if (variantId === null && variants.length > 0)
      throw invalid(toPath(at), 'is required for a product with variants')
    if (variantId !== null && !variants.some(({ id }) => id === variantId)) throw notFound('Variant')
  }
}
