import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Product } from './product.contract.ts'
import type { StoredProduct } from './product.store.ts'
import { toProduct } from './product.view.ts'

export const ProductChanged = defineEvent({
  type: 'wp.storefront.product.changed.v1',
  summary: 'A product or its stock changed. The event does not contain the description.',
  data: z.object({ product: Product.omit({ description: true }) }),
})

export const ProductRemoved = defineEvent({
  type: 'wp.storefront.product.removed.v1',
  summary: 'A product was deleted',
  data: z.object({ productId: IdString }),
})

export const publishProductChanged = (tx: Tx, stored: StoredProduct): void =>
  tx.publish(ProductChanged, { workspaceId: stored.workspaceId, data: { product: toProduct(stored) } })

export const publishProductRemoved = (tx: Tx, { workspaceId, id }: StoredProduct): void =>
  tx.publish(ProductRemoved, { workspaceId, data: { productId: id } })
