import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { StorefrontDeps } from '../deps.ts'
import { createCategory, deleteCategory, updateCategory } from './category.actions.ts'
import * as routes from './category.contract.ts'
import { toCategory } from './category.view.ts'

export const categoryHandlers = (
  deps: Pick<StorefrontDeps, 'db' | 'shopSettings' | 'categories' | 'products'>,
) => {
  const { shopSettings, categories } = deps
  return [
    handle(routes.listCategories, async ({ workspaceId }) => {
      await shopSettings.get(workspaceId)
      return reply(200, { categories: (await categories.list(workspaceId)).map(toCategory) })
    }),

    handle(routes.createCategory, async ({ workspaceId, body }) =>
      reply(201, { category: toCategory(await createCategory(deps, workspaceId, body)) }),
    ),

    handle(routes.getCategory, async ({ workspaceId, params }) =>
      reply(200, { category: toCategory(await categories.get(workspaceId, params.categoryId)) }),
    ),

    handle(routes.updateCategory, async ({ workspaceId, params, body }) =>
      reply(200, { category: toCategory(await updateCategory(deps, workspaceId, params.categoryId, body)) }),
    ),

    handle(routes.deleteCategory, async ({ workspaceId, params }) => {
      await deleteCategory(deps, workspaceId, params.categoryId)
      return reply(204)
    }),

    handle(routes.listPublicCategories, async ({ params }) => {
      const { workspaceId } = await shopSettings.getPublished(params.slug)
      return reply(200, { categories: (await categories.list(workspaceId)).map(toCategory) })
    }),
  ]
}
