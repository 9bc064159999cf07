import { handle, reply } from '@wp/http'
import { notFound, withIsoTimes } from '@wp/kernel'
import type { AdminBilling } from '../service.ts'
import {
  createBusinessCategory,
  listBusinessCategories,
  listPublicBusinessCategories,
  updateBusinessCategory,
} from './category.contract.ts'

export const categoryHandlers = ({ categories }: AdminBilling) => [
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

  handle(createBusinessCategory, async ({ body }) =>
    reply(201, { businessCategory: withIsoTimes(await categories.insert(body)) }),
  ),

  handle(updateBusinessCategory, async ({ params, body }) => {
    const updated = await categories.update(params.slug, body)
    if (!updated) throw notFound('Business category')
    return reply(200, { businessCategory: withIsoTimes(updated) })
  }),
]
