import { handle, reply } from '@wp/http'
import { notFound, withIsoTimes } from '@wp/kernel'
import { recordDeed } from '../audit.ts'
import { BusinessCategoryChanged } from '../events.ts'
import type { AdminBilling } from '../service.ts'
import {
  createBusinessCategory,
  listBusinessCategories,
  listPublicBusinessCategories,
  updateBusinessCategory,
} from './category.contract.ts'

export const categoryHandlers = ({ db, categories }: AdminBilling) => [
  handle(listPublicBusinessCategories, async ({ query }) => {
    const active = await categories.listActive()
    const named = active.map((category) => ({
      ...withIsoTimes(category),
      name: category.translations.find(({ locale }) => locale === query.locale)?.name ?? category.name,
    }))
    return reply(200, { businessCategories: named })
  }),

  handle(listBusinessCategories, async ({ query }) => {
    const { items, pagination } = await categories.list(query)
    return reply(200, { businessCategories: items.map(withIsoTimes), pagination })
  }),

  handle(createBusinessCategory, async ({ body, principal }) => {
    const businessCategory = await db.transaction(async (tx) => {
      const created = withIsoTimes(await categories.insert(body))
      tx.publish(BusinessCategoryChanged, {
        workspaceId: null,
        data: { businessCategory: created },
        aggregate: created.id,
      })
      recordDeed(tx, {
        adminId: principal.accountId,
        action: 'business-category.created',
        targetType: 'business-category',
        targetId: created.slug,
      })
      return created
    })
    return reply(201, { businessCategory })
  }),

  handle(updateBusinessCategory, async ({ params, body, principal }) => {
    const businessCategory = await db.transaction(async (tx) => {
      const found = await categories.update(params.slug, body)
      if (!found) throw notFound('Business category')
      const updated = withIsoTimes(found)
      tx.publish(BusinessCategoryChanged, {
        workspaceId: null,
        data: { businessCategory: updated },
        aggregate: updated.id,
      })
      recordDeed(tx, {
        adminId: principal.accountId,
        action: 'business-category.updated',
        targetType: 'business-category',
        targetId: updated.slug,
      })
      return updated
    })
    return reply(200, { businessCategory })
  }),
]
