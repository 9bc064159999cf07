import { memoize, newWorkspace, uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { newProduct, newShop, unknownId } from './shop.ts'

/** A shop shared by tests whose requests are all rejected. */
const untouched = memoize(() => newShop())

const visitor = visitorApi(contract)

describe('/workspace/:workspaceId/storefront/products', () => {
  it('creates a product with a slug from its name, then reads, updates, lists and deletes it', async () => {
    const shop = await newShop()
    const { api } = shop
    const { status, body } = await api.createProduct({ name: 'Crème Vase', price: 12.5 })
    expect(status).toBe(201)
    const { product } = body
    expect(product).toMatchObject({
      storeId: shop.storeId,
      name: 'Crème Vase',
      slug: 'creme-vase',
      price: 12.5,
      currencyCode: 'USD',
      stock: null,
      images: [],
      description: null,
      status: 'draft',
    })
    const params = { productId: product.id }
    expect((await api.getProduct({ params })).body.product).toEqual(product)
    const changes = { price: 10, stock: 3, images: ['https://a.example/a.png'], status: 'active' as const }
    expect((await api.updateProduct({ params, body: changes })).body.product).toMatchObject({
      ...changes,
      slug: 'creme-vase',
    })
    const newer = await newProduct(shop)
    expect((await api.listProducts()).body.products.map(({ id }) => id)).toEqual([newer.id, product.id])
    expect((await api.deleteProduct({ params })).status).toBe(204)
    expect(await api.getProduct({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.deleteProduct({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.updateProduct({ params, body: {} })).toFailWith(404, 'NOT_FOUND')
  })

  it('numbers the slug when the name yields no slug or one in use, even for concurrent requests', async () => {
    const { api } = await newShop()
    const names = ['★', 'Vase', 'Vase', '★', 'Vase']
    const made = await Promise.all(names.map((name) => api.createProduct({ name, price: 1 })))
    expect(made.map(({ status }) => status)).toEqual(Array(5).fill(201))
    const slugs = made.map(({ body }) => body.product.slug)
    expect(new Set(slugs).size).toBe(5)
    expect(slugs.filter((slug) => /^product-\d$/.test(slug))).toHaveLength(2)
    expect(slugs.filter((slug) => /^vase(-\d)?$/.test(slug))).toHaveLength(3)
  })

  it('skips numbered slugs that are in use', async () => {
    const { api } = await newShop()
    for (const slug of ['vase', 'vase-4', 'vase-5', 'product-7'])
      expect((await api.createProduct({ name: 'Taken', slug, price: 1 })).status).toBe(201)
    const slugFor = async (name: string) => (await api.createProduct({ name, price: 1 })).body.product.slug
    expect(await slugFor('Vase')).toBe('vase-6') // the fifth product
    expect(await slugFor('★')).toBe('product-6')
    expect(await slugFor('☀')).toBe('product-8')
  })

  it('searches by the beginning of words and filters by status', async () => {
    const shop = await newShop()
    const vase = await newProduct(shop, { name: 'Big Blue Vase' })
    await shop.api.createProduct({ name: 'Blue Moon', price: 1 })
    const find = async (query: { search?: string; status?: 'active' | 'draft' }) =>
      (await shop.api.listProducts({ query })).body.products.map(({ name }) => name)
    expect(await find({ search: 'blue v' })).toEqual([vase.name])
    expect(await find({ search: 'BLU' })).toEqual(['Blue Moon', vase.name])
    expect(await find({ search: 'lue' })).toEqual([])
    expect(await find({ status: 'draft' })).toEqual(['Blue Moon'])
  })

  it.each([
    [{ name: 'x', price: -1 }, 'price'],
    [{ name: '', price: 1 }, 'name'],
    [{ name: 'x', price: 1, stock: -1 }, 'stock'],
    [{ name: 'x', price: 1, stock: 1.5 }, 'stock'],
    [{ name: 'x', price: 1, images: ['javascript:1'] }, 'images.0'],
    [{ name: 'x', price: 1, slug: 'A b' }, 'slug'],
    [{ name: 'x', price: 1, status: 'sold' }, 'status'],
  ])('returns 422 for the product %j', async (body, path) => {
    const { api } = await untouched()
    expect(await api.createProduct.raw({ body })).toFailWith(422, 'VALIDATION_FAILED', { path })
  })

  it("uses the decimal places of the store's currency, which cannot change once products exist", async () => {
    const shop = await newShop({ currencyCode: 'KWD' })
    const { api, slug } = shop
    const fine = await newProduct(shop, { price: 1.234 })
    expect(fine).toMatchObject({ price: 1.234, currencyCode: 'KWD' })
    expect(await api.createProduct({ name: 'x', price: 1.2345 })).toFailWith(422, 'VALIDATION_FAILED')
    const params = { productId: fine.id }
    expect(await api.updateProduct({ params, body: { price: 1.2345 } })).toFailWith(422, 'VALIDATION_FAILED')
    const store = { slug, name: 'Blue Moon', isPublished: true }
    expect(await api.putStore({ ...store, currencyCode: 'USD' })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'currencyCode',
    })
    expect((await api.putStore({ ...store, currencyCode: 'KWD' })).status).toBe(200)
  })

  it('returns 409 for a duplicate slug, 400 without a price and 404 without a store', async () => {
    const shop = await newShop()
    const { slug } = await newProduct(shop)
    const other = await newProduct(shop)
    expect(await shop.api.createProduct({ name: 'x', price: 1, slug })).toFailWith(409, 'CONFLICT', {
      path: 'slug',
    })
    expect(await shop.api.updateProduct({ params: { productId: other.id }, body: { slug } })).toFailWith(
      409,
      'CONFLICT',
    )
    expect(await shop.api.createProduct.raw({ body: { name: 'x' } })).toFailWith(400, 'INVALID_REQUEST')
    const { api } = await newWorkspace(contract)
    expect(await api.createProduct({ name: 'x', price: 1 })).toFailWith(404, 'NOT_FOUND')
    expect(await api.listProducts()).toFailWith(404, 'NOT_FOUND')
    expect(await shop.api.getProduct({ params: { productId: unknownId } })).toFailWith(404, 'NOT_FOUND')
  })
})

describe('/public/storefront/stores/:slug/products', () => {
  it('lists, searches and returns only active products', async () => {
    const shop = await newShop()
    const { slug } = shop
    const name = uniqueName('Lamp ')
    const lamp = await newProduct(shop, { name })
    await shop.api.createProduct({ name: 'Hidden', price: 1 })
    await newProduct(shop)
    const params = { slug }
    const page = (await visitor.listPublicProducts({ params, query: { limit: '1' } })).body
    expect(page.products).toHaveLength(1)
    expect(page.pagination).toMatchObject({ total: 2, totalPages: 2 })
    const found = (await visitor.listPublicProducts({ params, query: { search: 'lamp' } })).body.products
    expect(found).toEqual([lamp])
    const one = await visitor.getPublicProduct({ params: { slug, productSlug: lamp.slug } })
    expect(one.body.product).toEqual(lamp)
    expect(one.headers.get('etag')).toBeTruthy()
    expect(await visitor.getPublicProduct({ params: { slug, productSlug: 'hidden' } })).toFailWith(
      404,
      'NOT_FOUND',
    )
    expect(await visitor.listPublicProducts({ params, query: { limit: '0' } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    expect(await visitor.listPublicProducts({ params: { slug: 'no-such-shop' } })).toFailWith(
      404,
      'NOT_FOUND',
    )
  })
})
