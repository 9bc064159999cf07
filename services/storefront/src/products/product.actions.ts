import { toMinor } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { requireActiveTaxRate } from '@wp/workspaces'
import type { TaxRate } from '@wp/workspaces'
import type { StorefrontDeps } from '../deps.ts'
import { requireCategories } from '../categories/category.actions.ts'
import { requireImages } from '../images/image.actions.ts'
import { toFreeSlug } from '../shop-settings/slug.rules.ts'
import type { NewProduct, ProductChanges } from './product.contract.ts'
import { publishProductChanged, publishProductRemoved } from './product.events.ts'
import { toVariants } from './product.rules.ts'
import type { StoredProduct } from './product.store.ts'

/**
 * Throws VALIDATION_FAILED unless the tax rates of the product and its variants are active rates of the
 * workspace.
 */
export const requireActiveTaxRates = (
  taxRates: readonly TaxRate[],
  { taxRateId, variants = [] }: Pick<ProductChanges, 'taxRateId' | 'variants'>,
): void => {
  requireActiveTaxRate(taxRates, taxRateId)
  for (const [at, variant] of variants.entries())
    requireActiveTaxRate(taxRates, variant.taxRateId, `variants.${at}.taxRateId`)
}

type ProductDeps = Pick<StorefrontDeps, 'db' | 'shopSettings' | 'products' | 'images' | 'categories'>

/** Creates a product in the shop's currency. The shop's product counter makes slugs unique when names collide. */
export const createProduct = (
  { db, shopSettings, products, images, categories }: ProductDeps,
  workspaceId: Id,
  { price, slug, variants, ...body }: NewProduct,
): Promise<StoredProduct> =>
  db.transaction(async (tx) => {
    const store = await shopSettings.countProduct(workspaceId)
    await requireImages({ images }, workspaceId, body.imageIds)
    await requireCategories({ categories }, workspaceId, body.categoryIds)
    const { currencyCode } = store
    const priceMinor = toMinor(price, currencyCode, 'price')
    const isTaken = (wanted: string) => products.hasSlug(workspaceId, wanted)
    const created = await products.insert(workspaceId, {
      ...body,
      slug:
        slug ?? (await toFreeSlug(body.name, isTaken, { fallback: 'product', number: store.productCount })),
      storeId: store.id,
      currencyCode,
      priceMinor,
      variants: toVariants(variants, { currencyCode, priceMinor }),
    })
    publishProductChanged(tx, 'created', created)
    return created
  })

export const updateProduct = (
  { db, products, images, categories }: ProductDeps,
  workspaceId: Id,
  productId: Id,
  { price, variants, ...body }: ProductChanges,
): Promise<StoredProduct> =>
  db.transaction(async (tx) => {
    const before = await products.get(workspaceId, productId)
    if (body.imageIds) await requireImages({ images }, workspaceId, body.imageIds)
    if (body.categoryIds) await requireCategories({ categories }, workspaceId, body.categoryIds)
    const priceMinor = price === undefined ? before.priceMinor : toMinor(price, before.currencyCode, 'price')
    // An order that changes the stock in the meantime makes this transaction restart, so that the order's
    // change is kept.
    const varied = variants && { variants: toVariants(variants, { ...before, priceMinor }) }
    const updated = await products.update(workspaceId, productId, { ...body, priceMinor, ...varied })
    publishProductChanged(tx, 'updated', updated)
    return updated
  })

export const deleteProduct = (
  { db, products }: Pick<ProductDeps, 'db' | 'products'>,
  workspaceId: Id,
  productId: Id,
): Promise<void> =>
  db.transaction(async (tx) => {
    publishProductRemoved(tx, await products.remove(workspaceId, productId))
  })
