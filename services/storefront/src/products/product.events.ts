import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Product } from './product.contract.ts'
import type { StoredProduct } from './product.store.ts'
import { toProduct } from './product.view.ts'

/** Events from older versions do not have all fields. */
const PublishedProduct = Product.extend({
  externalId: Product.shape.externalId.optional(),
  variants: Product.shape.variants.optional(),
  categoryIds: Product.shape.categoryIds.optional(),
})

export const ProductChanged = defineEvent({
  type: 'wp.storefront.product.changed.v1',
  summary:
    'A product was created or updated. The event does not contain the description, and sales do not publish it.',
  data: z.object({ product: PublishedProduct.omit({ description: true }) }),
})

export const ProductStockChanged = defineEvent({
  type: 'wp.storefront.product.stock-changed.v1',
  summary: 'Stock of a product or of one of its variants was reserved or returned',
  data: z.object({
    productId: IdString,
    variantId: IdString.nullable().describe('Null for a product without variants'),
    stock: z.number().describe('Remaining stock'),
  }),
})

export const ProductRemoved = defineEvent({
  type: 'wp.storefront.product.removed.v1',
  summary: 'A product was deleted',
  data: z.object({ productId: IdString }),
})

export const ProductPublished = definePublicEvent({
  service: 'storefront',
  resource: 'product',
  verbs: ['created', 'updated', 'removed'],
  permission: 'store.view',
  record: PublishedProduct,
})

export const publishProductChanged = (tx: Tx, verb: 'created' | 'updated', stored: StoredProduct): void => {
  const product = toProduct(stored)
  tx.publish(ProductChanged, { workspaceId: stored.workspaceId, data: { product } })
  publishPublicEvent(tx, ProductPublished, verb, stored.workspaceId, product)
}

/** A stock change: the product after the change, and the variant if it has variants. */
export type StockChange = { product: StoredProduct; variantId?: Id | null | undefined }

/**
 * Publishes stock changes. The internal events contain only the changes, and each product is sent to webhooks
 * only once, because an order can change many variants of large products.
 */
export const publishStockChanged = (tx: Tx, changes: readonly StockChange[]): void => {
  const last = new Map<Id, StoredProduct>()
  for (const { product, variantId = null } of changes) {
    last.set(product.id, product)
    const { stock } = product.variants?.find(({ id }) => id === variantId) ?? product
    if (stock === null) continue
    const { workspaceId, id: productId } = product
    tx.publish(ProductStockChanged, { workspaceId, data: { productId, variantId, stock } })
  }
  for (const product of last.values())
    publishPublicEvent(tx, ProductPublished, 'updated', product.workspaceId, toProduct(product))
}

export const publishProductRemoved = (tx: Tx, stored: StoredProduct): void => {
  const { workspaceId, id } = stored
  tx.publish(ProductRemoved, { workspaceId, data: { productId: id } })
  publishPublicEvent(tx, ProductPublished, 'removed', workspaceId, toProduct(stored))
}
