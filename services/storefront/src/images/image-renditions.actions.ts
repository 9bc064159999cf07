import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileContent } from '@wp/files'
import type { UploadedFile } from '@wp/http'
import { invalid, semaphore } from '@wp/kernel'
import { imageWidths } from '@wp/workspaces'
import type { Sharp } from 'sharp'
import type { NewImage, Rendition } from './image.store.ts'

export type Rendered = Omit<NewImage, 'id'> & { content: FileContent }
export type RenderImage = (file: Pick<UploadedFile, 'open'>) => Promise<Rendered>

const maxPixels = 40_000_000
const timeoutSeconds = 10
/** A decoded image takes up to 160 MB, so the images of a replica are converted one after another. */
const maxWaiting = 16

/**
 * Returns a function that converts an image to WebP in all sizes. The image is rotated according to its
 * metadata and never enlarged. Throws 422 for an unreadable image or one with too many pixels, and 503 when
 * too many are waiting.
 */
export const openImageRenderer = (): RenderImage => {
  const inTurn = semaphore(1, maxWaiting)
  return (file) => inTurn(() => renderImage(file))
}

const renderImage: RenderImage = async (file) => {
  // Loaded with the first image, because the library takes 30 MB.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  const uploaded = await buffer(file.open())
  const open = () => sharp(uploaded, { limitInputPixels: maxPixels }).autoOrient()
  try {
    const { autoOrient } = await open().metadata()
    const parts: Buffer[] = []
    for (const width of imageWidths) parts.push(await toWebp(open(), width))
    return { ...autoOrient, ...layOut(parts) }
  } catch {
    throw invalid('file', 'must be a readable image of at most 40 megapixels')
  }
}

const toWebp = (image: Sharp, width: number): Promise<Buffer> =>
  image
    .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer()

/** Returns one buffer with all sizes, and the position of each. */
const layOut = (parts: readonly Buffer[]): Pick<Rendered, 'renditions' | 'sizeBytes' | 'content'> => {
  const renditions: Rendition[] = []
  let sizeBytes = 0
  for (const [at, part] of parts.entries()) {
    renditions.push({ width: String(imageWidths[at]!), start: sizeBytes, sizeBytes: part.length })
    sizeBytes += part.length
  }
  const bytes = Buffer.concat(parts)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { renditions, sizeBytes, content: { sizeBytes, sha256, open: () => Readable.from([bytes]) } }
}
