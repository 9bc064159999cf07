import { storefront } from '@workspace-platform/client/storefront'
import { forEach, numbers, pick, type Scene } from './scene.ts'

const products: [name: string, price: number, stock: number][] = [
  ['Rose hand cream', 14.5, 40],
  ['Argan shampoo', 18, 60],
  ['Clay mask', 22, 25],
  ['Lavender candle', 16, 30],
  ['Bath salts', 12, 50],
  ['Bamboo brush', 9.5, 80],
  ['Face oil', 34, 20],
  ['Gift box', 75, 10],
]
const categories = ['Hands', 'Hair', 'Home']
const buyers = ['Amira', 'Tarek', 'Heba', 'Wael', 'Nada', 'Fadi', 'Rasha', 'Samer', 'Ola', 'Nabil']

/** Creates a published shop with products, a page, orders in every state and a job in progress. */
export const openShop = async (scene: Scene): Promise<{ slug: string; jobId: string }> => {
  scene.progress.begin('shop')
  const shop = scene.owner.use(storefront)
  const visitor = scene.visitor.use(storefront)
  const slug = `blue-moon-${scene.run}`
  await shop.putStore({
    body: {
      slug,
      name: 'Blue Moon',
      description: 'Candles, oils and creams, made by hand in small batches.',
      currencyCode: 'USD',
      isPublished: true,
    },
  })
  const categoryIds = await forEach(scene, categories, async (name, sortOrder) => {
    const { category } = await shop.createCategory({ body: { name, sortOrder } })
    return category.id
  })
  const sold = await forEach(scene, products, async ([name, price, stock], index) => {
    const categoryId = pick(categoryIds, index)
    const description = `${name}, made by hand.`
    const status = 'active' as const
    const body = { name, price, stock, status, description, categoryIds: [categoryId] }
    return (await shop.createProduct({ body })).product
  })
  const sizes = [
    { name: '100 ml', price: 14, stock: 40 },
    { name: '250 ml', price: 29, stock: 25 },
  ]
  await shop.createProduct({
    body: { name: 'Hair oil', price: 14, status: 'active', variants: sizes, categoryIds: [categoryIds[1]!] },
  })
  await shop.createPage({
    body: { type: 'about-us', title: 'About us', content: 'A small house by the river.', status: 'active' },
  })
  await forEach(scene, buyers, async (name, index) => {
    const items = numbers(1 + (index % 3)).map((offset) => ({
      productId: pick(sold, index + offset).id,
      quantity: 1 + offset,
    }))
    const customer = { name, email: `${name.toLowerCase()}@example.com` }
    const { order } = await visitor.createOrder({ params: { slug }, body: { customer, items } })
    const states = pick([['confirmed', 'fulfilled'], ['confirmed'], [], ['cancelled']] as const, index)
    for (const status of states)
      await shop.setOrderStatus({ params: { orderId: order.id }, body: { status } })
  })
  return { slug, jobId: await beginJob(scene, sold[0]!.id) }
}

/** Starts a marketing post that is still in progress: the workflow tool has reported three steps so far. */
const beginJob = async (scene: Scene, productId: string): Promise<string> => {
  scene.progress.begin('job')
  const { job } = await scene.owner.use(storefront).createMarketingPost({ params: { productId } })
  const { updateJobProgress } = scene.visitor.use(storefront)
  const steps: [step: string, progress: number][] = [
    ['reading the product', 10],
    ['writing the text', 35],
    ['drawing the picture', 60],
  ]
  for (const [step, progress] of steps) {
    const message = `Now ${step}`
    await updateJobProgress({
      body: { jobId: job.id, status: 'processing', progress, step, message, sequence: progress },
    })
    scene.progress.tick()
  }
  return job.id
}
