import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { Product } from './product.contract.ts'
import type { StoredProduct } from './product.store.ts'
import { toProduct } from './product.view.ts'

/** Events from older versions do not have all fields. */
const PublishedProduct = Product.extend({
  externalId: Product.shape.externalId.optional(),
  variants: Product.shape.variants.optional(),
  categoryIds: Product.shape.categoryIds.optional(),
})

export const ProductPublished = definePublicEvent({
  service: 'storefront',
  resource: 'product',
  verbs: ['created', 'updated', 'removed'],
  permission: 'store.view',
  record: PublishedProduct,
})

export const publishProductChanged = (tx: Tx, verb: 'created' | 'updated', stored: StoredProduct): void =>
  publishPublicEvent(tx, ProductPublished, verb, stored.workspaceId, toProduct(stored))

export const publishProductRemoved = (tx: Tx, stored: StoredProduct): void =>
  publishPublicEvent(tx, ProductPublished, 'removed', stored.workspaceId, toProduct(stored))
