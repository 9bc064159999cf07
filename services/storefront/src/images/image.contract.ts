import { defineRoute, open, raw, workspace } from '@wp/http'
import { IdString, pageQuery, Pagination } from '@wp/kernel'
import { byImageWidth } from '@wp/workspaces'
import { z } from 'zod'

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const
export const maxImageBytes = 10 * 1024 * 1024

const urls = byImageWidth((width) => z.string().describe(`At most ${width} pixels wide`))
export const Image = z
  .object({
    id: IdString,
    width: z.int().describe('Width of the uploaded image in pixels'),
    height: z.int().describe('Height of the uploaded image in pixels'),
    sizeBytes: z.int().describe("Storage that the image takes of the plan's quota"),
    urls: z.object(urls).describe('Public URLs of the image as WebP, by maximum width in pixels'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Image' })
export type Image = z.output<typeof Image>

const path = '/workspace/:workspaceId/images'
const one = `${path}/:imageId` as const
const tag = 'Images'

export const createImage = defineRoute({
  id: 'createImage',
  method: 'POST',
  path,
  summary: 'Upload an image',
  description:
    "Accepts a PNG, JPEG, WebP or AVIF file of at most 10 MiB and 40 megapixels; the type is detected from the content. The image is stored as WebP in three sizes without its metadata, and these count toward the plan's storage. Images are public: everyone who knows the URL can see them. Use the id in `imageIds` of products or as `business.logoImageId` of the workspace.",
  tag,
  access: workspace('store.manage'),
  upload: { field: 'file', maxBytes: maxImageBytes, types: imageTypes },
  replies: { 201: z.object({ image: Image }) },
  fails: [400, 401, 403, 404, 409, 422],
})

export const listImages = defineRoute({
  id: 'listImages',
  method: 'GET',
  path,
  summary: 'List images',
  description: 'Sorted by creation time, newest first.',
  tag,
  access: workspace('store.view'),
  query: pageQuery,
  replies: { 200: z.object({ images: z.array(Image), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const deleteImage = defineRoute({
  id: 'deleteImage',
  method: 'DELETE',
  path: one,
  summary: 'Delete an image',
  description:
    "Frees the storage. Returns 409 while a product lists the image or it is the workspace's logo. Caches can show the image for up to a year.",
  tag,
  access: workspace('store.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404, 409],
})

export const getPublicImage = defineRoute({
  id: 'getPublicImage',
  method: 'GET',
  path: '/public/images/:imageId/:width.webp',
  summary: 'Get a public image',
  description: 'The content of an image never changes, so it can be cached for a year.',
  tag,
  access: open(),
  host: 'workspace-domain',
  params: z.object({ imageId: IdString, width: z.enum(Object.keys(urls) as (keyof typeof urls)[]) }),
  badId: 404,
  cache: 'public, max-age=31536000, immutable',
  replies: { 200: raw('image/webp') },
  fails: [404],
})
