import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { StorefrontDeps } from '../deps.ts'
import { createPage, deletePage, requirePageId, updatePage } from './page.actions.ts'
import * as routes from './page.contract.ts'
import { toPage } from './page.view.ts'

export const pageHandlers = (deps: Pick<StorefrontDeps, 'db' | 'shopSettings' | 'pages' | 'htmlCleaner'>) => {
  const { shopSettings, pages } = deps
  return [
    handle(routes.listPages, async ({ workspaceId }) => {
      await shopSettings.get(workspaceId)
      return reply(200, { pages: (await pages.list(workspaceId)).map(toPage) })
    }),

    handle(routes.createPage, async ({ workspaceId, body }) =>
      reply(201, { page: toPage(await createPage(deps, workspaceId, body)) }),
    ),

    handle(routes.updatePage, async ({ workspaceId, params, body }) =>
      reply(200, { page: toPage(await updatePage(deps, workspaceId, params.pageId, body)) }),
    ),

    handle(routes.deletePage, async ({ workspaceId, params }) => {
      await deletePage(deps, workspaceId, params.pageId)
      return reply(204)
    }),

    handle(routes.updatePageOfCollection, async ({ workspaceId, query, body: { id, ...body } }) => {
      const page = await updatePage(deps, workspaceId, requirePageId({ id }, query), body)
      return reply(200, { page: toPage(page) })
    }),

    handle(routes.deletePageOfCollection, async ({ workspaceId, query, body }) => {
      await deletePage(deps, workspaceId, requirePageId(body, query))
      return reply(204)
    }),

    handle(routes.listPublicPages, async ({ params }) => {
      const { workspaceId } = await shopSettings.getPublished(params.slug)
      return reply(200, { pages: (await pages.listActive(workspaceId)).map(toPage) })
    }),

    handle(routes.getPublicPage, async ({ params }) => {
      const { workspaceId } = await shopSettings.getPublished(params.slug)
      return reply(200, { page: toPage(await pages.getActive(workspaceId, params.pageSlug)) })
    }),
  ]
}
