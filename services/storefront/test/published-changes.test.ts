import { listEvents, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { newShop } from './shop.ts'

describe('public events of a store', () => {
  it('reports changes of categories, content pages and domains with the record', async () => {
    const { api, workspaceId } = await newShop()
    const { category } = (await api.createCategory({ name: 'Hair' })).body
    const categoryParams = { categoryId: category.id }
    const renamed = await api.updateCategory({ params: categoryParams, body: { name: 'Nails' } })
    await api.deleteCategory({ params: categoryParams })

    const { page } = (await api.createPage({ type: 'faq', title: 'Questions' })).body
    const pageParams = { pageId: page.id }
    await api.updatePage({ params: pageParams, body: { content: 'x'.repeat(150_000) } })
    await api.deletePage({ params: pageParams })

    const { domain } = (await api.createDomain({ domain: `${uniqueName('shop-')}.example` })).body
    const domainParams = { domainId: domain.id }
    await api.disableDomain({ params: domainParams })
    await api.deleteDomain({ params: domainParams })

    const published = (await listEvents('wp_storefront', workspaceId))
      .filter(({ type }) => type.endsWith('.published.v1'))
      .map(({ data }) => data as { type: string; recordId: string; record: unknown })
    expect(published.map(({ type }) => type)).toEqual([
      'store_category.created',
      'store_category.updated',
      'store_category.removed',
      'content_page.created',
      'content_page.updated',
      'content_page.removed',
      'domain.created',
      'domain.updated',
      'domain.removed',
    ])
    expect(published[1]!.record).toEqual(renamed.body.category)
    expect(published[3]!.record).toEqual(page)
    expect(published[4]).toMatchObject({ recordId: page.id, record: null })
    expect(published[6]!.record).toEqual(domain)
  })

  it('reports nothing when a category cannot be deleted', async () => {
    const { api, workspaceId } = await newShop()
    const { category } = (await api.createCategory({ name: 'Hair' })).body
    await api.createProduct({ name: 'Comb', price: 1, categoryIds: [category.id] })
    expect(await api.deleteCategory({ params: { categoryId: category.id } })).toFailWith(409, 'CONFLICT')
    const types = (await listEvents('wp_storefront', workspaceId)).map(
      ({ data }) => (data as { type?: string }).type,
    )
    expect(types).toContain('store_category.created')
    expect(types).not.toContain('store_category.removed')
  })
})
