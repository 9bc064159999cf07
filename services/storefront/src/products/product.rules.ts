import { invalid, newId, notFound, toMinor } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { VariantFields } from './product.contract.ts'
import type { StoredVariant } from './product.types.ts'

type Priced = { currencyCode: string; priceMinor: number; variants?: readonly StoredVariant[] }
type Sold = { priceMinor: number; stock: number | null; variants?: readonly StoredVariant[] }

/**
 * Returns the variants to store: omitted fields keep the values of existing variants. Throws 422 for a name
 * that occurs twice, and for an id that is not one of the product's.
 */
export const toVariants = (
  wanted: readonly VariantFields[],
  { currencyCode, priceMinor, variants = [] }: Priced,
): StoredVariant[] => {
  const [ids, names] = [new Set<Id>(), new Set<string>()]
  return wanted.map(({ id, name, sku, price, taxRateId, stock, isActive }, at) => {
    const before = id === undefined ? undefined : variants.find((variant) => variant.id === id)
    if (id !== undefined && (!before || ids.has(id)))
      throw invalid(`variants.${at}.id`, 'must be a variant of this product and cannot be repeated')
    const folded = name.toLowerCase()
    if (names.has(folded)) throw invalid(`variants.${at}.name`, 'must be unique within the product')
    ids.add(id ?? '')
    names.add(folded)
    const keep = <Value>(value: Value | undefined, kept: Value | undefined, standard: Value): Value =>
      value !== undefined ? value : kept !== undefined ? kept : standard
    return {
      id: id ?? newId(),
      name,
      sku: keep(sku, before?.sku, null),
      priceMinor:
        price === undefined
          ? (before?.priceMinor ?? priceMinor)
          : toMinor(price, currencyCode, `variants.${at}.price`),
      taxRateId: keep(taxRateId, before?.taxRateId, null),
      stock: keep(stock, before?.stock, null),
      isActive: keep(isActive, before?.isActive, true),
    }
  })
}

export const hasVariants = ({ variants = [] }: { variants?: readonly unknown[] }): boolean =>
  variants.length > 0

export const activeVariantsOf = ({
  variants = [],
}: {
  variants?: readonly StoredVariant[]
}): StoredVariant[] => variants.filter(({ isActive }) => isActive)

/**
 * Returns the variant that is sold, or null for a product without variants. Throws 422 when the product has
 * variants and none is given, and NOT_FOUND for an unknown one.
 */
export const requireVariant = (
  product: { name: string; variants?: readonly StoredVariant[] },
  variantId: Id | null | undefined,
): StoredVariant | null => {
  if (!variantId) {
    if (hasVariants(product))
      throw invalid('items', `must name a variant of "${product.name}", which is sold in variants only`)
    return null
  }
  const variant = product.variants?.find(({ id }) => id === variantId)
  if (!variant) throw notFound('Variant')
  return variant
}

/** Returns the lowest and the highest price at which customers can order the product. */
export const priceRangeOf = (product: Sold): { lowest: number; highest: number } => {
  const prices = hasVariants(product)
    ? activeVariantsOf(product).map(({ priceMinor }) => priceMinor)
    : [product.priceMinor]
  if (prices.length === 0) return { lowest: product.priceMinor, highest: product.priceMinor }
  return { lowest: Math.min(...prices), highest: Math.max(...prices) }
}

/** Returns whether the product is sold out. */
export const isSoldOut = (product: Sold): boolean =>
  hasVariants(product) ? activeVariantsOf(product).every(({ stock }) => stock === 0) : product.stock === 0

/** Returns the tax rate that applies: the variant's own or the product's. */
export const soldTaxRateId = (
  product: { taxRateId?: Id | null },
  variant: { taxRateId?: Id | null } | null,
): Id | null => variant?.taxRateId ?? product.taxRateId ?? null

/** Returns the name of the sold product or variant, such as "Vase (large)". */
export const soldName = (product: { name: string }, variant: { name: string } | null): string =>
  variant ? `${product.name} (${variant.name})` : product.name
