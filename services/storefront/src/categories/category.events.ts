import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { Category } from './category.contract.ts'
import type { StoredCategory } from './category.store.ts'
import { toCategory } from './category.view.ts'

export const CategoryPublished = definePublicEvent({
  service: 'storefront',
  resource: 'store_category',
  field: 'category',
  channel: 'store_categories',
  verbs: ['created', 'updated', 'removed'],
  permission: 'store.view',
  record: Category,
})

export const publishCategory = (
  tx: Tx,
  verb: 'created' | 'updated' | 'removed',
  stored: StoredCategory,
): void => publishPublicEvent(tx, CategoryPublished, verb, stored.workspaceId, toCategory(stored))
