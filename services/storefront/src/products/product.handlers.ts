import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { StorefrontDeps } from '../deps.ts'
import { createProduct, deleteProduct, requireActiveTaxRates, updateProduct } from './product.actions.ts'
import * as routes from './product.contract.ts'
import { toProduct, toPublicProduct } from './product.view.ts'

export const productHandlers = (
  deps: Pick<StorefrontDeps, 'db' | 'shopSettings' | 'products' | 'images' | 'categories'>,
) => {
  const { shopSettings, products } = deps
  return [
    handle(routes.listProducts, async ({ workspaceId, query }) => {
      await shopSettings.get(workspaceId)
      const { items, pagination } = await products.list(workspaceId, query)
      return reply(200, { products: items.map(toProduct), pagination })
    }),

    handle(routes.createProduct, async ({ workspaceId, workspace, body }) => {
      requireActiveTaxRates(workspace.taxRates, body)
      return reply(201, { product: toProduct(await createProduct(deps, workspaceId, body)) })
    }),

    handle(routes.getProduct, async ({ workspaceId, params }) =>
      reply(200, { product: toProduct(await products.get(workspaceId, params.productId)) }),
    ),

    handle(routes.updateProduct, async ({ workspaceId, workspace, params, body }) => {
      requireActiveTaxRates(workspace.taxRates, body)
      const product = await updateProduct(deps, workspaceId, params.productId, body)
      return reply(200, { product: toProduct(product) })
    }),

    handle(routes.deleteProduct, async ({ workspaceId, params }) => {
      await deleteProduct(deps, workspaceId, params.productId)
      return reply(204)
    }),

    handle(routes.listPublicProducts, async ({ params, query }) => {
      const { workspaceId } = await shopSettings.getPublished(params.slug)
      const { items, pagination } = await products.list(workspaceId, { ...query, status: 'active' })
      return reply(200, { products: items.map(toPublicProduct), pagination })
    }),

    handle(routes.getPublicProduct, async ({ params }) => {
      const { workspaceId } = await shopSettings.getPublished(params.slug)
      const product = await products.getActive(workspaceId, params.productSlug)
      return reply(200, { product: toPublicProduct(product) })
    }),
  ]
}
