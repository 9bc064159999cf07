import { newWorkspace, uniqueName } from '@wp/testing'
import type { TestWorkspace } from '@wp/testing'
import * as contract from '../src/contract.ts'

export type Shop = TestWorkspace<typeof contract> & { slug: string; storeId: string }

/** Creates a workspace with a published store. */
export const newShop = async (
  fields: { currencyCode?: string; maxQuantityPerOrder?: number } = {},
): Promise<Shop> => {
  const workspace = await newWorkspace(contract)
  const slug = uniqueName('shop-')
  const { store } = (await workspace.api.putStore({ slug, name: 'Blue Moon', isPublished: true, ...fields }))
    .body
  return { ...workspace, slug, storeId: store.id }
}

/** Creates a product that visitors can buy. */
export const newProduct = async (
  { api }: Shop,
  fields: { price?: number; stock?: number | null; name?: string } = {},
) =>
  (await api.createProduct({ name: uniqueName('Vase '), price: 12.5, status: 'active', ...fields })).body
    .product

export const stockOf = async ({ api }: Shop, productId: string) =>
  (await api.getProduct({ params: { productId } })).body.product.stock

export const unknownId = 'f'.repeat(24)
