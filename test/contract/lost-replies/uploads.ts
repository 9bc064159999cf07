import { encodedPngForm, uniqueName } from '@wp/testing'
import { newSession } from './scene.ts'
import type { Row } from './scene.ts'

/** The bytes of a form are the same for each request, as a repeated Idempotency-Key requires. */
export const csvForm = (text: string) => ({
  body: Buffer.from(
    `--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${text}\r\n--b--\r\n`,
  ),
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
})

/** Operations that store a file before the transaction of their work. */
export const uploads: Record<string, Row> = {
  createReceipt: {
    service: 'finance',
    prepare:
      async ({ finance }) =>
      (headers) =>
        finance.createReceipt.raw({
          headers: { ...headers, ...encodedPngForm.headers },
          body: encodedPngForm.body,
        }),
  },
  createImage: {
    service: 'storefront',
    prepare:
      async ({ storefront }) =>
      (headers) =>
        storefront.createImage.raw({
          headers: { ...headers, ...encodedPngForm.headers },
          body: encodedPngForm.body,
        }),
  },
  createSessionAttachment: {
    service: 'scheduling',
    prepare: async (scene) => {
      const params = await newSession(scene)
      return (headers) =>
        scene.scheduling.createSessionAttachment.raw({
          params,
          headers: { ...headers, ...encodedPngForm.headers },
          body: encodedPngForm.body,
        })
    },
  },
  importClients: {
    service: 'scheduling',
    runsLater: true,
    prepare: async ({ scheduling }) => {
      const { body, headers: type } = csvForm('name\nMona\n')
      return (headers) => scheduling.importClients.raw({ headers: { ...headers, ...type }, body })
    },
  },
  importServices: {
    service: 'scheduling',
    runsLater: true,
    prepare: async ({ scheduling }) => {
      const { body, headers: type } = csvForm('name\nCut\n')
      return (headers) => scheduling.importServices.raw({ headers: { ...headers, ...type }, body })
    },
  },
  importProducts: {
    service: 'storefront',
    runsLater: true,
    prepare: async ({ storefront }) => {
      await storefront.putStore({ slug: uniqueName('shop-'), name: 'Blue Moon' })
      const { body, headers: type } = csvForm('name,price\nVase,12.5\n')
      return (headers) => storefront.importProducts.raw({ headers: { ...headers, ...type }, body })
    },
  },
}
