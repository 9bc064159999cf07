import { requireSize, sniff } from '@wp/files'
import { isServedOn } from '@wp/http'
import type { UploadedFile } from '@wp/http'
import { AppError, invalid, newId, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { IncomingHttpHeaders } from 'node:http'
import type { StorefrontDeps, StorefrontWorkspace } from '../deps.ts'
import { imageTypes, maxImageBytes } from './image.contract.ts'
import type { NewImage, StoredImage } from './image.store.ts'

type ImageDeps = Pick<StorefrontDeps, 'db' | 'images' | 'imageFiles'>

/**
 * Converts and stores an image before its record is inserted. If it is not inserted, the job removes the file: a
 * request cannot know that when the reply to its commit is lost.
 */
export const storeImageFile = async (
  { imageFiles, renderImage }: Pick<StorefrontDeps, 'imageFiles' | 'renderImage'>,
  workspaceId: Id,
  file: UploadedFile,
): Promise<NewImage> => {
  requireSize(file.sizeBytes, maxImageBytes)
  await sniff(file.head, imageTypes)
  const { content, ...image } = await renderImage(file)
  const id = newId()
  await imageFiles.store(workspaceId, id, content, 'image/webp')
  return { ...image, id }
}

export const createImage = (
  { db, images, imageFiles }: ImageDeps,
  workspaceId: Id,
  image: NewImage,
): Promise<StoredImage> =>
  db.transaction(async () => {
    await imageFiles.keep(workspaceId, image.id)
    return images.insert(workspaceId, image)
  })

export const deleteImage = async (
  { db, images, imageFiles, products }: ImageDeps & Pick<StorefrontDeps, 'products'>,
  { id: workspaceId, business }: Pick<StorefrontWorkspace, 'id' | 'business'>,
  imageId: Id,
): Promise<void> => {
  await db.transaction(async () => {
    await images.remove(workspaceId, imageId)
    await imageFiles.markForRemoval(workspaceId, imageId)
    if (business.logoImageId === imageId) throw inUse("The image is the workspace's logo")
    if (await products.haveImage(workspaceId, imageId)) throw inUse('A product lists this image')
  })
  await imageFiles.removeNow(workspaceId, imageId)
}

const inUse = (message: string) => new AppError('CONFLICT', message)

/** Opens one size of an image for everyone; on a custom domain, only images of its workspace. Throws NOT_FOUND. */
export const openPublicImage = async (
  { images, imageFiles }: Pick<StorefrontDeps, 'images' | 'imageFiles'>,
  { imageId, width }: { imageId: Id; width: string },
  headers: IncomingHttpHeaders,
) => {
  const { workspaceId, renditions } = await images.getPublic(imageId)
  const found = renditions.find((rendition) => rendition.width === width)
  if (!found || !isServedOn(headers, workspaceId)) throw notFound('Image')
  const { start, sizeBytes } = found
  const { stream } = await imageFiles.read(workspaceId, imageId, { start, end: start + sizeBytes - 1 })
  return { stream, sizeBytes }
}

/**
 * Throws VALIDATION_FAILED unless all images belong to the workspace. Call it in the transaction that refers
 * to them: this keeps them from being deleted concurrently.
 */
export const requireImages = async (
  { images }: Pick<StorefrontDeps, 'images'>,
  workspaceId: Id,
  ids: readonly Id[],
): Promise<void> => {
  for (const id of ids)
    if (!(await images.lockIf(workspaceId, id)))
      throw invalid('imageIds', `must contain images of the workspace, not ${id}`)
}
