import { defineEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { BusinessCategory } from './category.contract.ts'
import type { StoredCategory } from './category.store.ts'
import { toCategory } from './category.view.ts'

export const BusinessCategoryChanged = defineEvent({
  type: 'wp.admin-billing.business-category.changed.v1',
  summary: 'A business category was created or updated',
  data: z.object({ businessCategory: BusinessCategory }),
})

export const publishCategoryChanged = (tx: Tx, stored: StoredCategory): void =>
  tx.publish(BusinessCategoryChanged, {
    workspaceId: null,
    data: { businessCategory: toCategory(stored) },
    aggregate: stored.id,
  })
