import { handle, reply } from '@wp/http'
import type { AdminBillingDeps } from '../deps.ts'
import { createCategory, updateCategory } from './category.actions.ts'
import * as routes from './category.contract.ts'
import { toCategory, toTranslatedCategory } from './category.view.ts'

export const categoryHandlers = (deps: Pick<AdminBillingDeps, 'db' | 'categories'>) => [
  handle(routes.listPublicBusinessCategories, async ({ query }) => {
    const active = await deps.categories.listActive()
    return reply(200, {
      businessCategories: active.map((category) => toTranslatedCategory(category, query.locale)),
    })
  }),

  handle(routes.listBusinessCategories, async ({ query }) => {
    const { items, pagination } = await deps.categories.list(query)
    return reply(200, { businessCategories: items.map(toCategory), pagination })
  }),

  handle(routes.createBusinessCategory, async ({ body, principal }) => {
    const created = await createCategory(deps, principal.accountId, body)
    return reply(201, { businessCategory: toCategory(created) })
  }),

  handle(routes.updateBusinessCategory, async ({ params, body, principal }) => {
    const updated = await updateCategory(deps, principal.accountId, params.slug, body)
    return reply(200, { businessCategory: toCategory(updated) })
  }),
]
