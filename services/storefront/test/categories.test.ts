import { visitorApi } from '@wp/testing'
import { pageOf } from '@wp/testing/pages'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { newProduct, newShop, unknownId } from './shop.ts'

const visitor = visitorApi(contract)

describe('/workspace/:workspaceId/storefront/categories', () => {
  it('creates, lists, changes and deletes categories, and lists them for visitors', async () => {
    const { api, slug } = await newShop()
    const hair = (await api.createCategory({ name: 'العناية بالشعر', sortOrder: 2 })).body.category
    expect(hair).toMatchObject({ name: 'العناية بالشعر', slug: 'alanaya-balshar', sortOrder: 2 })
    const nails = (await api.createCategory({ name: 'Nails' })).body.category
    expect((await api.createCategory({ name: 'Nails!' })).body.category.slug).toBe('nails-3')
    const names = async () => (await api.listCategories()).body.categories.map(({ name }) => name)
    expect(await names()).toEqual(['Nails', 'Nails!', 'العناية بالشعر'])
    const params = { categoryId: nails.id }
    await api.updateCategory({ params, body: { name: 'Gifts', sortOrder: 3 } })
    expect((await api.getCategory({ params })).body.category).toMatchObject({ name: 'Gifts', slug: 'nails' })
    const seen = await visitor.listPublicCategories({ params: { slug } })
    expect(seen.body.categories.map(({ name }) => name)).toEqual(['Nails!', 'العناية بالشعر', 'Gifts'])
    expect((await api.deleteCategory({ params })).status).toBe(204)
    for (const reply of [
      await api.getCategory({ params }),
      await api.updateCategory({ params, body: {} }),
      await api.deleteCategory({ params }),
    ])
      expect(reply).toFailWith(404, 'NOT_FOUND')
    expect(await visitor.listPublicCategories({ params: { slug: 'no-such-shop' } })).toFailWith(
      404,
      'NOT_FOUND',
    )
  })

  it('returns 409 for a slug in use, 422 for a bad slug and 422 for the 101st category', async () => {
    const { api } = await newShop()
    await api.createCategory({ name: 'Hair', slug: 'hair' })
    const other = (await api.createCategory({ name: 'Nails' })).body.category
    expect(await api.createCategory({ name: 'x', slug: 'hair' })).toFailWith(409, 'CONFLICT', {
      path: 'slug',
    })
    const taken = { params: { categoryId: other.id }, body: { slug: 'hair' } }
    expect(await api.updateCategory(taken)).toFailWith(409, 'CONFLICT', { path: 'slug' })
    const bad = { params: { categoryId: other.id }, body: { slug: 'A b' } }
    expect(await api.updateCategory(bad)).toFailWith(422, 'VALIDATION_FAILED', { path: 'slug' })
    const more = Array.from({ length: 99 }, (_, at) => api.createCategory({ name: `Category ${at}` }))
    const statuses = (await Promise.all(more)).map(({ status }) => status)
    // Concurrent requests of one shop may get a 503.
    expect(statuses.filter((status) => ![201, 422, 503].includes(status))).toEqual([])
    let last = 201
    for (let at = 0; last === 201 && at < 100; at += 1)
      last = (await api.createCategory({ name: `Extra ${at}` })).status
    expect(last).toBe(422)
    expect((await api.listCategories()).body.categories).toHaveLength(100)
  })

  it('filters products for members and visitors, even in combination with a search, and returns 409 for a category in use', async () => {
    const shop = await newShop()
    const { api, slug } = shop
    const hair = (await api.createCategory({ name: 'Hair' })).body.category
    const [oil, brush, vase] = [
      await newProduct(shop, { name: 'Hair oil' }),
      await newProduct(shop, { name: 'Brush' }),
      await newProduct(shop, { name: 'Oil lamp' }),
    ]
    for (const { id } of [oil, brush]) {
      const reply = await api.updateProduct({ params: { productId: id }, body: { categoryIds: [hair.id] } })
      expect(reply.body.product.categoryIds).toEqual([hair.id])
    }
    const unknown = { params: { productId: vase.id }, body: { categoryIds: [unknownId] } }
    expect(await api.updateProduct(unknown)).toFailWith(422, 'VALIDATION_FAILED', { path: 'categoryIds' })
    const query = { categoryId: hair.id }
    const namesOf = (products: readonly { name: string }[]) => products.map(({ name }) => name).toSorted()
    expect(namesOf((await api.listProducts({ query })).body.products)).toEqual(['Brush', 'Hair oil'])
    const list = (more: object) =>
      visitor.listPublicProducts({ params: { slug }, query: { ...query, ...more } })
    expect(namesOf((await list({})).body.products)).toEqual(['Brush', 'Hair oil'])
    expect(namesOf((await list({ search: 'oil' })).body.products)).toEqual(['Hair oil'])
    const page = async (more: object) =>
      pageOf((await visitor.getShop({ params: { slug }, query: more })).body)
    const cards = async (more: object) =>
      [...(await page(more)).querySelectorAll('.products .label')]
        .map(({ textContent }) => String(textContent))
        .toSorted()
    expect(await cards({ category: 'hair' })).toEqual(['Brush', 'Hair oil'])
    expect(await cards({ search: 'oil' })).toEqual(['Hair oil', 'Oil lamp'])
    expect(await cards({ search: 'oil', category: 'hair' })).toEqual(['Hair oil'])
    expect(await cards({ category: 'none' })).toHaveLength(3)
    expect((await page({ search: 'zzz' })).body.textContent).toContain('No product matches your search.')
    expect((await page({ category: 'hair' })).querySelector('h1')?.textContent).toBe('Hair')
    const params = { categoryId: hair.id }
    expect(await api.deleteCategory({ params })).toFailWith(409, 'CONFLICT')
    for (const { id } of [oil, brush])
      await api.updateProduct({ params: { productId: id }, body: { categoryIds: [] } })
    expect((await api.deleteCategory({ params })).status).toBe(204)
  })
})
