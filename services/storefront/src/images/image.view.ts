import { withIsoTimes } from '@wp/kernel'
import { imageUrl } from '@wp/workspaces'
import type { Image } from './image.contract.ts'
import type { StoredImage } from './image.store.ts'

export const imageView =
  (publicUrl: string) =>
  (stored: StoredImage): Image => {
    const { id, width, height, sizeBytes, createdAt } = withIsoTimes(stored)
    const urlOf = (maxWidth: 320 | 640 | 1280) => `${publicUrl}${imageUrl(id, maxWidth)}`
    const urls = { '320': urlOf(320), '640': urlOf(640), '1280': urlOf(1280) }
    return { id, width, height, sizeBytes, urls, createdAt }
  }
