import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Product } from './product.contract.ts'
import type { StoredProduct } from './product.store.ts'
import { toProduct } from './product.view.ts'

/** Events of older versions have no externalId. */
const PublishedProduct = Product.extend({ externalId: Product.shape.externalId.optional() })

export const ProductChanged = defineEvent({
  type: 'wp.storefront.product.changed.v1',
  summary: 'A product or its stock changed. The event does not contain the description.',
  data: z.object({ product: PublishedProduct.omit({ description: true }) }),
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

export const publishProductRemoved = (tx: Tx, stored: StoredProduct): void => {
  const { workspaceId, id } = stored
  tx.publish(ProductRemoved, { workspaceId, data: { productId: id } })
  publishPublicEvent(tx, ProductPublished, 'removed', workspaceId, toProduct(stored))
}
