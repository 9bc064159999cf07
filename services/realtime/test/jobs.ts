import { newWorkspace, uniqueName, visitorApi } from '@wp/testing'
import type { TestWorkspace } from '@wp/testing'
import * as storefront from '@wp/storefront/contract'

export type Shop = TestWorkspace<typeof storefront> & { productId: string }

/** Creates a workspace with a shop and a product, which jobs need. */
export const newShop = async (): Promise<Shop> => {
  const workspace = await newWorkspace(storefront)
  await workspace.api.putStore({ slug: uniqueName('shop-'), name: 'Blue Moon', isPublished: true })
  const product = { name: uniqueName('Vase '), price: 12.5, status: 'active' as const }
  return { ...workspace, productId: (await workspace.api.createProduct(product)).body.product.id }
}

export const newJob = async ({ api, productId }: Shop): Promise<string> =>
  (await api.createMarketingPost({ params: { productId } })).body.job.id

/** Sends the workflow tool's callback; returns whether it was accepted as new. */
export const reportProgress = async (
  jobId: string,
  progress: number,
  changes: Record<string, unknown> = {},
): Promise<boolean> => {
  const body = { jobId, status: 'processing', progress, step: 'draft', message: 'Writing', ...changes }
  const reply = await visitorApi(storefront).updateJobProgress.raw({ body })
  if (reply.status !== 200) throw new Error(`The callback answered ${reply.status}`)
  return reply.body.message === 'Progress updated'
}
