import { withIsoTimes } from '@wp/kernel'
import { byImageWidth, imageUrl } from '@wp/workspaces'
import type { Image } from './image.contract.ts'
import type { StoredImage } from './image.store.ts'

export const imageView =
  (publicUrl: string) =>
  (stored: StoredImage): Image => {
    const { id, width, height, sizeBytes, createdAt } = withIsoTimes(stored)
    const urls = byImageWidth((maxWidth) => `${publicUrl}${imageUrl(id, maxWidth)}`)
    return { id, width, height, sizeBytes, urls, createdAt }
  }
