import type { Route } from '@wp/http'
import { encodedPngForm } from '@wp/testing'
import { toJSONSchema } from 'zod'
import { newSession } from './scene.ts'
import type { Row, Scene } from './scene.ts'

/** Uploads a receipt and returns an entry that it is attached to. */
const newEntry = async (scene: Scene) => ({
  title: 'Rent',
  amount: 10,
  date: '2027-03-01',
  receipts: [await newReceipt(scene)],
})

const newReceipt = async ({ finance }: Scene): Promise<string> =>
  ((await finance.createReceipt.raw(encodedPngForm)).body as { receipt: { id: string } }).receipt.id

/** Books a session with an attachment. */
const newAttachment = async (scene: Scene) => {
  const params = await newSession(scene)
  const made = await scene.scheduling.createSessionAttachment.raw({ params, ...encodedPngForm })
  return { ...params, attachmentId: (made.body as { attachment: { id: string } }).attachment.id }
}

/** Operations that remove a file. */
export const removals: Record<string, Row> = {
  deleteReceipt: {
    service: 'finance',
    prepare: async (scene) => {
      const receiptId = await newReceipt(scene)
      return () => scene.finance.deleteReceipt({ params: { receiptId } })
    },
  },
  deleteIncome: {
    service: 'finance',
    prepare: async (scene) => {
      const { income } = (await scene.finance.createIncome(await newEntry(scene))).body
      return () => scene.finance.deleteIncome({ params: { incomeId: income.id } })
    },
  },
  deleteExpense: {
    service: 'finance',
    prepare: async (scene) => {
      const { expense } = (await scene.finance.createExpense(await newEntry(scene))).body
      return () => scene.finance.deleteExpense({ params: { expenseId: expense.id } })
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
      const params = await newAttachment(scene)
      return () => scene.scheduling.deleteSessionAttachment({ params })
    },
  },
  deleteSession: {
    service: 'scheduling',
    prepare: async (scene) => {
      const { sessionId } = await newAttachment(scene)
      return () => scene.scheduling.deleteSession({ params: { sessionId } })
    },
  },
}

/** Operations that remove a record that refers to files but does not own them. */
export const filesStay: Record<string, string> = {
  deleteProduct: 'images belong to the workspace, and several products can show them',
}

/** Returns the operations that remove an uploaded file, a record that it was uploaded to, or one that refers to it. */
export const removesWithFiles = (routes: readonly Route[]): string[] => {
  const uploaded = routes.filter(({ upload }) => upload).map(({ path }) => path)
  const refersToFile = (collection: string) => {
    const body = routes.find(({ method, path }) => method === 'POST' && path === collection)?.body
    const { properties = {} } = body ? toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) : {}
    return uploaded.some((path) => path.split('/').at(-1)! in properties)
  }
  const hasFiles = (path: string) => {
    const collection = path.slice(0, path.lastIndexOf('/'))
    const isOfFile = uploaded.some((each) => each === collection || each.startsWith(`${path}/`))
    return isOfFile || refersToFile(collection)
  }
  return routes.filter(({ method, path }) => method === 'DELETE' && hasFiles(path)).map(({ id }) => id)
}
