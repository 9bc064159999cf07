import { encodedPngForm } from '@wp/testing'
import { newSession } from './scene.ts'
import type { Row } from './scene.ts'

/** Operations that remove a file. */
export const removals: Record<string, Row> = {
  deleteReceipt: {
    service: 'finance',
    prepare: async ({ finance }) => {
      const { receipt } = (await finance.createReceipt.raw(encodedPngForm)).body as {
        receipt: { id: string }
      }
      return () => finance.deleteReceipt({ params: { receiptId: receipt.id } })
    },
  },
  deleteImage: {
    service: 'storefront',
    prepare: async ({ storefront }) => {
      const { image } = (await storefront.createImage.raw(encodedPngForm)).body as { image: { id: string } }
      return () => storefront.deleteImage({ params: { imageId: image.id } })
    },
  },
  deleteSessionAttachment: {
    service: 'scheduling',
    prepare: async (scene) => {
      const params = await newSession(scene)
      const made = await scene.scheduling.createSessionAttachment.raw({ params, ...encodedPngForm })
      const { attachment } = made.body as { attachment: { id: string } }
      return () =>
        scene.scheduling.deleteSessionAttachment({ params: { ...params, attachmentId: attachment.id } })
    },
  },
}
