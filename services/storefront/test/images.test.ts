import * as billing from '@wp/admin-billing/contract'
import * as identity from '@wp/identity/contract'
import { domainWorkspaceHeader } from '@wp/http'
import { adminApi, eventually, newStaff, platform, png, pngForm, uniqueName, visitorApi } from '@wp/testing'
import type { TestWorkspace } from '@wp/testing'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { newProduct, newShop, unknownId } from './shop.ts'

const visitor = visitorApi(contract)
type Storefront = Pick<TestWorkspace<typeof contract>, 'api' | 'use'>

/** Returns an image of one color with the given size and metadata orientation. */
const picture = (width: number, height: number, orientation = 1) =>
  sharp({ create: { width, height, channels: 3, background: '#7b2d8e' } })
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Copyright: 'a secret place' } })
const upload = async ({ api }: Pick<Storefront, 'api'>, bytes: Uint8Array = png) =>
  (await api.createImage({ body: pngForm(bytes) })).body.image
const storageUsed = async ({ use }: Pick<Storefront, 'use'>) =>
  (await use(billing).getOwnStorage()).body.storage.usedBytes
const read = async (url: string) => {
  const reply = await fetch(url)
  expect(reply.status).toBe(200)
  return { bytes: Buffer.from(await reply.arrayBuffer()), headers: reply.headers }
}

describe('/workspace/:workspaceId/images', () => {
  it('stores an image in three sizes without its metadata, serves it to everyone and counts its size toward the quota', async () => {
    const shop = await newShop()
    const made = await shop.api.createImage({ body: pngForm(await picture(900, 600, 6).jpeg().toBuffer()) })
    expect(made.status).toBe(201)
    const { image } = made.body
    expect(image).toMatchObject({ width: 600, height: 900 })
    const sizes = await Promise.all(
      Object.values(image.urls).map(async (url) => {
        const { bytes, headers } = await read(url)
        expect(headers.get('content-type')).toBe('image/webp')
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(bytes.includes('a secret place')).toBe(false)
        const { format, width, height } = await sharp(bytes).metadata()
        return { format, width, height, sizeBytes: bytes.length }
      }),
    )
    expect(sizes).toMatchObject([
      { format: 'webp', width: 320, height: 480 },
      { format: 'webp', width: 600, height: 900 },
      { format: 'webp', width: 600, height: 900 },
    ])
    const total = sizes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    expect(image.sizeBytes).toBe(total)
    expect(await storageUsed(shop)).toBe(total)
    const newer = await upload(shop)
    expect((await shop.api.listImages()).body.images).toEqual([newer, image])
    expect((await shop.api.listImages({ query: { limit: 1 } })).body.images).toEqual([newer])
  })

  it.each(['png', 'webp', 'avif'] as const)('accepts %s', async (format) => {
    const shop = await newShop()
    const { width, height } = await upload(shop, await picture(64, 32).toFormat(format).toBuffer())
    expect([width, height]).toEqual([64, 32])
  })

  it('rejects files that are not images, are damaged, have too many pixels, or exceed a limit', async () => {
    const shop = await newShop()
    const send = (bytes: Uint8Array) => shop.api.createImage({ body: pngForm(bytes) })
    expect(await send(Buffer.from('<svg onload="alert(1)"/>'))).toFailWith(422, 'VALIDATION_FAILED')
    expect(await send(Buffer.alloc(0))).toFailWith(422, 'VALIDATION_FAILED')
    expect(await send(Buffer.alloc(10 * 1024 * 1024 + 1))).toFailWith(413, 'PAYLOAD_TOO_LARGE')
    expect(await send((await picture(64, 64).png().toBuffer()).subarray(0, 120))).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'file' },
    )
    const huge = await picture(8000, 5001).png().toBuffer()
    expect(await send(huge)).toFailWith(422, 'VALIDATION_FAILED', { path: 'file' })
    expect(await shop.api.createImage({ body: pngForm(png, 'a.png', 'picture') })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    const admin = await adminApi(billing)
    const flags = [{ key: 'storage-mb', value: '0' }]
    const { plan } = (await admin.createPlan({ name: 'Paper', slug: uniqueName('paper-'), flags })).body
    await admin.assignPlan({ params: { workspaceId: shop.workspaceId }, body: { planId: plan.id } })
    expect(await send(png)).toFailWith(422, 'QUOTA_EXCEEDED')
    expect(await storageUsed(shop)).toBe(0)
    expect((await shop.api.listImages()).body.images).toEqual([])
  })

  it('limits images to their workspace and requires a permission', async () => {
    const [shop, stranger] = [await newShop(), await newShop()]
    const { id } = await upload(shop)
    const params = { imageId: id }
    expect(await stranger.api.deleteImage({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await stranger.api.createProduct({ name: 'Vase', price: 1, imageIds: [id] })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'imageIds' },
    )
    expect((await stranger.api.listImages()).body.images).toEqual([])
    const viewer = await newStaff(shop, ['store.view'], contract)
    expect((await viewer.api.listImages()).status).toBe(200)
    expect(await viewer.api.createImage({ body: pngForm() })).toFailWith(403, 'FORBIDDEN')
    expect(await viewer.api.deleteImage({ params })).toFailWith(403, 'FORBIDDEN')
  })

  it('deletes an image and frees its storage, but not while a product lists it or it is the logo', async () => {
    const shop = await newShop()
    const { api } = shop
    const { id, urls } = await upload(shop)
    const params = { imageId: id }
    const product = await newProduct(shop, {})
    const productParams = { productId: product.id }
    const changed = await api.updateProduct({ params: productParams, body: { imageIds: [id] } })
    expect(changed.body.product.imageIds).toEqual([id])
    expect(await api.deleteImage({ params })).toFailWith(409, 'CONFLICT')
    await api.updateProduct({ params: productParams, body: { imageIds: [] } })
    await shop.use(identity).updateWorkspace({ business: { logoImageId: id } })
    // The logo is known once the workspace update has arrived.
    await eventually(async () =>
      expect((await visitor.getShop({ params: { slug: shop.slug } })).body).toContain(urls['320'].slice(-40)),
    )
    expect(await api.deleteImage({ params })).toFailWith(409, 'CONFLICT')
    expect((await fetch(urls['320'])).status).toBe(200)
    await shop.use(identity).updateWorkspace({ business: { logoImageId: null } })
    await eventually(async () => expect((await api.deleteImage({ params })).status).toBe(204))
    expect(await api.deleteImage({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await visitor.getPublicImage({ params: { imageId: id, width: '320' } })).toFailWith(
      404,
      'NOT_FOUND',
    )
    expect(await storageUsed(shop)).toBe(0)
  })

  it('keeps deletions and concurrent new references consistent', async () => {
    const shop = await newShop()
    const { api } = shop
    for (let round = 0; round < 5; round += 1) {
      const { id } = await upload(shop)
      const [deleted, created] = await Promise.all([
        api.deleteImage({ params: { imageId: id } }),
        api.createProduct({ name: uniqueName('Vase '), price: 1, imageIds: [id] }),
      ])
      expect([
        [204, 422],
        [409, 201],
      ]).toContainEqual([deleted.status, created.status])
    }
  })
})

describe('GET /public/images/:imageId/:width.webp', () => {
  it('returns 404 for unknown images and widths', async () => {
    const shop = await newShop()
    const { id, urls } = await upload(shop)
    expect((await visitor.getPublicImage({ params: { imageId: id, width: '640' } })).status).toBe(200)
    expect(await visitor.getPublicImage({ params: { imageId: unknownId, width: '320' } })).toFailWith(
      404,
      'NOT_FOUND',
    )
    for (const url of [urls['320'].replace('320', '321'), urls['320'].replace(id, 'x')])
      expect((await fetch(url)).status).toBe(404)
  })
})

describe('a custom domain', () => {
  it('serves only images of its workspace', async () => {
    const [shop, other] = [await newShop(), await newShop()]
    const { id } = await upload(shop)
    // The gateway sends this header, and removes it from the requests of callers.
    const statusFor = async (workspaceId: string) => {
      const { http } = platform().services['storefront']![0]!
      const headers = { [domainWorkspaceHeader]: workspaceId }
      return (await fetch(`${http}/public/images/${id}/320.webp`, { headers })).status
    }
    expect([await statusFor(shop.workspaceId), await statusFor(other.workspaceId)]).toEqual([200, 404])
  })
})

describe('GET /shop/:slug', () => {
  it("shows uploaded images and the workspace's logo", async () => {
    const shop = await newShop()
    const { id } = await upload(shop)
    const { product } = (
      await shop.api.createProduct({ name: 'Vase', price: 1, status: 'active', imageIds: [id] })
    ).body
    await shop.use(identity).updateWorkspace({ business: { logoImageId: id } })
    const address = `/v1/public/images/${id}/`
    await eventually(async () => {
      const page = (await visitor.getShop({ params: { slug: shop.slug } })).body
      expect(page).toContain(`src="${address}640.webp"`)
      expect(page).toContain(`srcset="${address}640.webp 2x"`)
    })
    const params = { slug: shop.slug, productSlug: product.slug }
    expect((await visitor.getShopProduct({ params })).body).toContain(`${address}1280.webp 1280w`)
  })
})
