import { content, reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { StorefrontDeps } from '../deps.ts'
import { createImage, deleteImage, openPublicImage, storeImageFile } from './image.actions.ts'
import * as routes from './image.contract.ts'
import type { NewImage } from './image.store.ts'
import { imageView } from './image.view.ts'

export const imageHandlers = (deps: StorefrontDeps) => {
  const toImage = imageView(deps.publicUrl)
  return [
    handle(
      routes.createImage,
      async ({ workspaceId }, image: NewImage) =>
        reply(201, { image: toImage(await createImage(deps, workspaceId, image)) }),
      { prepare: ({ workspaceId, body: { file } }) => storeImageFile(deps, workspaceId, file) },
    ),

    handle(routes.listImages, async ({ workspaceId, query }) => {
      const { items, pagination } = await deps.images.list(workspaceId, query)
      return reply(200, { images: items.map(toImage), pagination })
    }),

    handle(routes.deleteImage, async ({ workspace, params }) => {
      await deleteImage(deps, workspace, params.imageId)
      return reply(204)
    }),

    handle(routes.getPublicImage, async ({ params, headers }) => {
      const { stream, sizeBytes } = await openPublicImage(deps, params, headers)
      return reply(200, content('image/webp', stream), { headers: { 'content-length': String(sizeBytes) } })
    }),
  ]
}
