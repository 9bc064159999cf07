import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { newId } from '@wp/kernel'
import type { Prepare } from './cost-calls.ts'
import type { Owner, Scene } from './cost-scene.ts'

export const storefrontCalls = async (
  { call, signUp }: Scene,
  { token, workspaceId }: Owner,
): Promise<Record<string, Prepare>> => {
  const path = `/workspace/${workspaceId}/storefront`
  const slug = `shop-${newId()}`
  await call('storefront', `${path}/store`, {
    method: 'PUT',
    token,
    body: { slug, name: 'n'.repeat(200), isPublished: true },
  })
  // Quotes are escaped in JSON, so the reply is twice as long as the content.
  const content = `<p>${'"'.repeat(199_000)}</p>`
  for (let page = 0; page < 5; page += 1)
    await call('storefront', `${path}/content-pages`, {
      token,
      body: { type: 'custom', slug: `page-${page}`, title: 't'.repeat(200), content, status: 'active' },
    })
  for (let page = 5; page < 150; page += 1)
    await call('storefront', `${path}/content-pages`, {
      token,
      body: { type: 'custom', slug: `page-${page}`, title: 't'.repeat(200), content: 'x', status: 'active' },
    })
  const categoryIds: string[] = []
  for (let at = 0; at < 100; at += 1) {
    const body = { name: `${at} ${'c'.repeat(90)}` }
    const made = await call<{ category: { id: string } }>('storefront', `${path}/categories`, { token, body })
    categoryIds.push(made.category.id)
  }
  const image = `https://a.example/${'x'.repeat(2000)}`
  const productIds: string[] = []
  const units: { productId: string; variantId: string }[] = []
  let productSlug = ''
  for (let product = 0; product < 100; product += 1) {
    const made = await call<{
      product: { id: string; slug: string; variants: { id: string }[] }
    }>('storefront', `${path}/products`, {
      token,
      body: {
        name: `${product} ${'n'.repeat(190)}`,
        price: 1,
        description: '"'.repeat(20_000),
        images: Array.from({ length: 20 }, () => image),
        variants: Array.from({ length: 60 }, (_, at) => ({
          name: `${at} ${'v'.repeat(90)}`,
          stock: 1_000_000,
        })),
        categoryIds: categoryIds.slice(0, 20),
        status: 'active',
      },
    })
    productIds.push(made.product.id)
    units.push({ productId: made.product.id, variantId: made.product.variants[0]!.id })
    productSlug = made.product.slug
  }
  const customer = { name: 'c'.repeat(200), email: 'a@b.example', phone: '1'.repeat(40) }
  const order = { customer, items: units.map((unit) => ({ ...unit, quantity: 1 })) }
  const placed = await call<{ order: { id: string }; token: string }>(
    'storefront',
    `/public/storefront/stores/${slug}/orders`,
    { body: order },
  )
  const form = new FormData()
  form.append('file', new Blob([noisePng(1280)]))
  const uploaded = await call<{ image: { id: string } }>('storefront', `/workspace/${workspaceId}/images`, {
    token,
    body: form,
  })
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
  const cookie = `wp_cart=${units
    .slice(0, 50)
    .map(({ productId, variantId }) => `${productId}.${variantId}-1`)
    .join('_')}`
  const unitFields = units.flatMap((unit) => Object.entries({ ...unit, quantity: '1' }))
  const orderParams = { slug, orderId: placed.order.id }
  let updates = 0
  const newJob = async () =>
    (
      await call<{ job: { id: string } }>('storefront', `${path}/products/${productIds[0]}/marketing-posts`, {
        token,
      })
    ).job.id
  const jobId = await newJob()

  return {
    getPublicStore: () => ({ params: { slug }, status: 200 }),
    listPublicPages: () => ({ params: { slug }, status: 200 }),
    getPublicPage: () => ({ params: { slug, pageSlug: 'page-0' }, status: 200 }),
    listPublicProducts: () => ({ params: { slug }, query: { limit: '100', search: 'n' }, status: 200 }),
    getPublicProduct: () => ({ params: { slug, productSlug }, status: 200 }),
    createOrder: () => ({
      params: { slug },
      headers: { 'idempotency-key': newId() },
      body: order,
      status: 201,
    }),
    getPublicOrder: () => ({ params: orderParams, query: { token: placed.token }, status: 200 }),
    getPublicImage: () => ({ params: { imageId: uploaded.image.id, width: '1280' }, status: 200 }),
    getShop: () => ({ params: { slug }, status: 200 }),
    getShopPage: () => ({ params: { slug, pageSlug: 'page-0' }, status: 200 }),
    getShopProduct: () => ({ params: { slug, productSlug }, status: 200 }),
    getShopOrder: () => ({ params: orderParams, query: { token: placed.token }, status: 200 }),
    getShopStyle: () => ({ params: { slug }, status: 200 }),
    getShopScript: () => ({ params: { slug }, status: 200 }),
    getShopSitemap: () => ({ params: { slug }, status: 200 }),
    listPublicCategories: () => ({ params: { slug }, status: 200 }),
    getShopCart: () => ({ params: { slug }, headers: { cookie }, status: 200 }),
    changeShopCart: () => {
      const body = new URLSearchParams(unitFields).toString()
      return {
        params: { slug },
        headers: { ...urlencoded, cookie },
        body: `${body}&${'a=&'.repeat((64 * 1024 - body.length - 100) / 3)}`,
        status: 303,
      }
    },
    createShopOrder: () => {
      const form = new URLSearchParams([...unitFields, ...Object.entries(customer)]).toString()
      return {
        params: { slug },
        headers: { ...urlencoded, cookie },
        body: `${form}&key=${randomBytes(32).toString('base64url')}&${'a=&'.repeat((64 * 1024 - form.length - 100) / 3)}`,
        status: 303,
      }
    },
    updateJobProgress: () => {
      updates += 1
      return {
        headers: { 'webhook-id': newId() },
        body: {
          jobId,
          status: 'processing',
          progress: updates % 100,
          step: 's'.repeat(500),
          message: 'm'.repeat(5000),
          meta: { text: `${updates}${'x'.repeat(64 * 1024 - 100)}` },
        },
        status: 200,
      }
    },
    createPage: async () => {
      const owner = await signUp()
      await call('storefront', `/workspace/${owner.workspaceId}/storefront/store`, {
        method: 'PUT',
        token: owner.token,
        body: { slug: `shop-${newId()}`, name: 'Shop' },
      })
      return {
        token: owner.token,
        params: { workspaceId: owner.workspaceId },
        headers: { 'idempotency-key': newId() },
        // Of the permitted contents, this one takes the most time to sanitize.
        body: JSON.stringify({ type: 'faq', title: 't'.repeat(200), content: '&amp;'.repeat(40_000) }),
        status: 201,
      }
    },
  }
}

/** Returns a square PNG of random pixels, which hardly any format can compress. */
const noisePng = (size: number): Uint8Array<ArrayBuffer> => {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2], 8)
  const rows = Array.from({ length: size }, () => Buffer.concat([Buffer.alloc(1), randomBytes(3 * size)]))
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 1 })),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}
