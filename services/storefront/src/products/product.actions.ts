import { toMinor } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StorefrontDeps } from '../deps.ts'
import { requireImages } from '../images/image.actions.ts'
import { toSlug } from '../shop-settings/slug.rules.ts'
import type { NewProduct, ProductChanges } from './product.contract.ts'
import { publishProductChanged, publishProductRemoved } from './product.events.ts'
import type { StoredProduct } from './product.store.ts'

type ProductDeps = Pick<StorefrontDeps, 'db' | 'shopSettings' | 'products' | 'images'>

/** Creates a product in the shop's currency. The shop's product counter makes slugs unique when names collide. */
export const createProduct = (
  { db, shopSettings, products, images }: ProductDeps,
  workspaceId: Id,
  { price, slug, ...body }: NewProduct,
): Promise<StoredProduct> =>
  db.transaction(async (tx) => {
    const store = await shopSettings.countProduct(workspaceId)
    await requireImages({ images }, workspaceId, body.imageIds)
    const created = await products.insert(workspaceId, {
      ...body,
      slug: slug ?? (await freeSlug(products, workspaceId, body.name, store.productCount)),
      storeId: store.id,
      currencyCode: store.currencyCode,
      priceMinor: toMinor(price, store.currencyCode, 'price'),
    })
    publishProductChanged(tx, 'created', created)
    return created
  })

export const updateProduct = (
  { db, products, images }: ProductDeps,
  workspaceId: Id,
  productId: Id,
  { price, ...body }: ProductChanges,
): Promise<StoredProduct> =>
  db.transaction(async (tx) => {
    const { currencyCode } = await products.get(workspaceId, productId)
    if (body.imageIds) await requireImages({ images }, workspaceId, body.imageIds)
    const priced = price !== undefined && { priceMinor: toMinor(price, currencyCode, 'price') }
    const updated = await products.update(workspaceId, productId, { ...body, ...priced })
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

/**
 * Returns the slug for a name. When it is taken or empty, the slug ends with the first free number from `number` on.
 */
const freeSlug = async (
  products: StorefrontDeps['products'],
  workspaceId: Id,
  name: string,
  number: number,
): Promise<string> => {
  const slug = toSlug(name)
  if (slug !== '' && !(await products.hasSlug(workspaceId, slug))) return slug
  const numbered = (at: number) => `${slug.slice(0, 100) || 'product'}-${at}`
  let free = number
  while (await products.hasSlug(workspaceId, numbered(free))) free += 1
  return numbered(free)
}
