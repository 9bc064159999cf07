import type { Product, StorefrontRoutes } from '@workspace-platform/client/storefront'
import { fromList, orNull, toList } from '../../app/form-values.rules.ts'
import { toNumber } from '../../app/sales/money.rules.ts'
import type { Tone } from '../../ui/badge.tsx'

export const publicationTones: Record<Product['status'], Tone> = {
  draft: 'neutral',
  active: 'ok',
  archived: 'neutral',
}

export const publications = Object.keys(publicationTones) as Product['status'][]

/** Returns the remaining stock; null if it is not tracked. Variants have their own stock. */
export const stockOf = ({ stock, variants }: Pick<Product, 'stock' | 'variants'>): number | null => {
  if (variants.length === 0) return stock
  const offered = variants.filter(({ isActive }) => isActive)
  if (offered.some((variant) => variant.stock === null)) return null
  return offered.reduce((sum, variant) => sum + (variant.stock ?? 0), 0)
}

/** Returns the lowest and highest price. */
export const pricesOf = ({ price, variants }: Pick<Product, 'price' | 'variants'>): [number, number] => {
  const prices = variants.filter(({ isActive }) => isActive).map((variant) => variant.price)
  return prices.length === 0 ? [price, price] : [Math.min(...prices), Math.max(...prices)]
}

/** A variant as the form edits it; `id` is empty for a new one, `key` identifies the row. */
export type VariantRow = {
  key: string
  id: string
  name: string
  sku: string
  price: string
  /** Empty for the product's tax rate. */
  taxRateId: string
  stock: string
  isActive: boolean
}

export type ProductFields = {
  name: string
  slug: string
  description: string
  price: string
  taxRateId: string
  stock: string
  status: string
  categoryIds: string
  imageIds: string
  /** Addresses of pictures on other sites, one per line. */
  images: string
  externalId: string
  variants: string
}

export const toRows = (text: string): VariantRow[] => JSON.parse(text) as VariantRow[]

const stockText = (stock: number | null): string => (stock === null ? '' : String(stock))

export const toProductFields = (product: Product | null): ProductFields => ({
  name: product?.name ?? '',
  slug: product?.slug ?? '',
  description: product?.description ?? '',
  price: product ? String(product.price) : '',
  taxRateId: product?.taxRateId ?? '',
  stock: stockText(product?.stock ?? null),
  status: product?.status ?? 'active',
  categoryIds: fromList(product?.categoryIds ?? []),
  imageIds: fromList(product?.imageIds ?? []),
  images: (product?.images ?? []).join('\n'),
  externalId: product?.externalId ?? '',
  variants: JSON.stringify(
    (product?.variants ?? []).map(({ id, name, sku, price, taxRateId, stock, isActive }): VariantRow => ({
      key: id,
      id,
      name,
      sku: sku ?? '',
      price: String(price),
      taxRateId: taxRateId ?? '',
      stock: stockText(stock),
      isActive,
    })),
  ),
})

const isWrongStock = (text: string): boolean => text.trim() !== '' && !Number.isInteger(toNumber(text))

type Problem = 'required' | 'number' | 'wholeNumber'

/** Returns the problems by field before anything is sent. */
export const productProblems = (fields: ProductFields): Partial<Record<keyof ProductFields, Problem>> => {
  const rows = toRows(fields.variants)
  const variants = rows.some(({ name }) => name.trim() === '')
    ? 'required'
    : rows.some(({ price }) => Number.isNaN(toNumber(price)))
      ? 'number'
      : rows.some(({ stock }) => isWrongStock(stock))
        ? 'wholeNumber'
        : null
  return {
    ...(fields.name.trim() === '' && { name: 'required' as const }),
    ...(Number.isNaN(toNumber(fields.price)) && { price: 'number' as const }),
    ...(isWrongStock(fields.stock) && { stock: 'wholeNumber' as const }),
    ...(variants && { variants }),
  }
}

type Body = StorefrontRoutes['createProduct']['body']

const toStock = (text: string): number | null => (text.trim() === '' ? null : toNumber(text))

/**
 * Returns the body for the API. Omits stock that was not changed in the form, because orders may have changed
 * it in the meantime.
 */
export const toProductBody = (fields: ProductFields, product: Product | null): Body => {
  const before = toProductFields(product)
  const stockBefore = new Map(toRows(before.variants).map(({ id, stock }) => [id, stock]))
  return {
    name: fields.name.trim(),
    ...(fields.slug.trim() && { slug: fields.slug.trim() }),
    description: orNull(fields.description),
    price: toNumber(fields.price),
    taxRateId: fields.taxRateId || null,
    ...((!product || fields.stock !== before.stock) && { stock: toStock(fields.stock) }),
    status: publications.find((each) => each === fields.status)!,
    categoryIds: toList(fields.categoryIds),
    imageIds: toList(fields.imageIds),
    images: fields.images
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    externalId: orNull(fields.externalId),
    variants: toRows(fields.variants).map(({ id, name, sku, price, taxRateId, stock, isActive }) => ({
      ...(id && { id }),
      name: name.trim(),
      sku: orNull(sku),
      price: toNumber(price),
      taxRateId: taxRateId || null,
      ...(stockBefore.get(id) !== stock && { stock: toStock(stock) }),
      isActive,
    })),
  }
}
