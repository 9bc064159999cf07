import { memoize, newStaff, newWorkspace, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { maxPageBytes } from '../src/pages/page.rules.ts'
import { pageCollection } from '../src/pages/page.store.ts'
import { openStorefrontDatabase } from './peers.ts'
import { newShop, unknownId, type Shop } from './shop.ts'

/** A shop shared by tests whose requests are all rejected. */
const untouched = memoize(() => newShop())

const visitor = visitorApi(contract)

/** Stores drafts whose slugs are `page-0`, `page-1`, … */
const insertPages = async (
  { workspaceId, storeId }: Shop,
  count: number,
  content: string,
): Promise<string[]> => {
  const page = { storeId, type: 'custom', title: 'A page', content, status: 'draft', sortOrder: 0 } as const
  const db = await openStorefrontDatabase()
  try {
    const pages = Array.from({ length: count }, (_, at) => ({ ...page, slug: `page-${at}` }))
    return (await db.tenant(pageCollection)(workspaceId).insertMany(pages)).map(({ id }) => id)
  } finally {
    await db.close()
  }
}

describe('/workspace/:workspaceId/storefront/content-pages', () => {
  it('creates a draft with its type as the slug, then updates and deletes it', async () => {
    const { api, workspaceId, storeId } = await newShop()
    const { status, body } = await api.createPage({ type: 'about-us', title: 'من نحن' })
    expect(status).toBe(201)
    const { page } = body
    expect(page).toMatchObject({
      workspaceId,
      storeId,
      type: 'about-us',
      slug: 'about-us',
      title: 'من نحن',
      content: '',
      status: 'draft',
      sortOrder: 0,
    })
    const params = { pageId: page.id }
    const changed = (await api.updatePage({ params, body: { status: 'active', content: '<p>Hi</p>' } })).body
    expect(changed.page).toMatchObject({
      id: page.id,
      status: 'active',
      content: '<p>Hi</p>',
      title: 'من نحن',
    })
    expect((await api.updatePage({ params, body: {} })).body.page.status).toBe('active')
    expect((await api.deletePage({ params })).status).toBe(204)
    expect(await api.deletePage({ params })).toFailWith(404, 'NOT_FOUND')
    expect((await api.listPages()).body.pages).toEqual([])
  })

  it('sanitizes HTML on every write', async () => {
    const { api } = await newShop()
    const content = '<p onclick="x()">Hi</p><script>alert(1)</script>'
    const { page } = (await api.createPage({ type: 'faq', title: 'FAQ', content })).body
    expect(page.content).toBe('<p>Hi</p>')
    const body = { content: '<iframe src="https://a.example"></iframe><b>x</b>' }
    expect((await api.updatePage({ params: { pageId: page.id }, body })).body.page.content).toBe('<b>x</b>')
  })

  it('returns 409 for a second page with the same type or slug, even for concurrent requests', async () => {
    const { api } = await newShop()
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => api.createPage({ type: 'contact-us', title: 'Contact' })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(5)
    await api.createPage({ type: 'custom', slug: 'delivery', title: 'Delivery' })
    const other = (await api.createPage({ type: 'custom', slug: 'returns', title: 'Returns' })).body.page
    const taken = { params: { pageId: other.id }, body: { slug: 'delivery' } }
    expect(await api.updatePage(taken)).toFailWith(409, 'CONFLICT', { path: 'slug' })
  })

  it.each([
    [{ type: 'custom', title: 'x', slug: 'faq' }, 'slug'],
    [{ type: 'custom', title: 'x', slug: 'A' }, 'slug'],
    [{ type: 'custom', title: 'x', slug: 'a'.repeat(121) }, 'slug'],
    [{ type: 'faq', title: 'x', slug: 'questions' }, 'slug'],
    [{ type: 'faq', title: '' }, 'title'],
    [{ type: 'other', title: 'x' }, 'type'],
    [{ type: 'faq', title: 'x', status: 'hidden' }, 'status'],
    [{ type: 'faq', title: 'x', sortOrder: 1.5 }, 'sortOrder'],
  ])('returns 422 for the page %j', async (body, path) => {
    const { api } = await untouched()
    expect(await api.createPage.raw({ body })).toFailWith(422, 'VALIDATION_FAILED', { path })
    expect((await api.listPages()).body.pages).toEqual([])
  })

  it('returns 400 without a title, 422 for a new slug of a page that is not custom and 404 for an unknown page', async () => {
    const { api } = await newShop()
    expect(await api.createPage.raw({ body: { type: 'faq' } })).toFailWith(400, 'INVALID_REQUEST')
    const { page } = (await api.createPage({ type: 'faq', title: 'FAQ' })).body
    const params = { pageId: page.id }
    expect(await api.updatePage({ params, body: { slug: 'x' } })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.updatePage({ params: { pageId: unknownId }, body: {} })).toFailWith(404, 'NOT_FOUND')
  })

  it('keeps the limit of 200 pages when pages are created concurrently', async () => {
    const shop = await newShop()
    const { api } = shop
    await insertPages(shop, 199, '')
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        api.createPage({ type: 'custom', slug: `last-${at}`, title: 'Last' }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const late of replies.filter(({ status }) => status !== 201))
      expect(late).toFailWith(422, 'VALIDATION_FAILED')
  })

  it.each([
    ['is too long', 'x'.repeat(200_001)],
    ['has too many tags', '<br>'.repeat(5001)],
    ['is nested too deeply', '<b>'.repeat(101)],
    ['is too long after sanitizing', '&'.repeat(50_000)],
  ])('returns 422 for content that %s', async (_, content) => {
    const { api } = await newShop()
    const { page } = (await api.createPage({ type: 'faq', title: 'FAQ', content: '<p>Hi</p>' })).body
    const invalid = [422, 'VALIDATION_FAILED', { path: 'content' }] as const
    expect(await api.createPage({ type: 'about-us', title: 'x', content })).toFailWith(...invalid)
    expect(await api.updatePage({ params: { pageId: page.id }, body: { content } })).toFailWith(...invalid)
    expect(await api.updatePageOfCollection({ body: { id: page.id, content } })).toFailWith(...invalid)
    expect((await api.listPages()).body.pages).toEqual([page])
  })

  it("limits the total size of a store's pages, even when pages are created and updated concurrently", async () => {
    const shop = await newShop()
    const { api } = shop
    // Each character takes two bytes; one more page of this size fits.
    const content = 'é'.repeat(100_000)
    const count = Math.floor(maxPageBytes / Buffer.byteLength(content)) - 1
    const [first, ...others] = await insertPages(shop, count, content)
    const update = (pageId: string, text: string) =>
      api.updatePage({ params: { pageId }, body: { content: text } })
    const replies = await Promise.all([
      ...Array.from({ length: 4 }, (_, at) =>
        api.createPage({ type: 'custom', slug: `last-${at}`, title: 'Last', content }),
      ),
      ...others.slice(0, 2).map((pageId) => update(pageId, 'é'.repeat(200_000))),
    ])
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    for (const late of replies.filter(({ status }) => status >= 300))
      expect(late).toFailWith(422, 'VALIDATION_FAILED', { path: 'content' })
    expect((await update(first!, content.slice(1))).status).toBe(200)
    expect((await api.createPage({ type: 'faq', title: 'FAQ', content: 'é' })).status).toBe(201)
  })

  it('lets a page shrink or change its other fields in a store that exceeds the size limit', async () => {
    const shop = await newShop()
    const { api } = shop
    const content = 'x'.repeat(200_000)
    const [pageId] = await insertPages(shop, Math.ceil(maxPageBytes / content.length) + 1, content)
    const update = (body: { content?: string; title?: string }) =>
      api.updatePage({ params: { pageId: pageId! }, body })
    expect((await update({ title: 'New' })).body.page.title).toBe('New')
    expect((await update({ content: content.slice(1) })).status).toBe(200)
    expect(await update({ content })).toFailWith(422, 'VALIDATION_FAILED', { path: 'content' })
  })

  it('updates and deletes a page by its id in the body or query, and rejects a missing or unknown id, an empty title and a slug in use', async () => {
    const { api } = await newShop()
    const { id } = (await api.createPage({ type: 'faq', title: 'FAQ' })).body.page
    const named = await api.updatePageOfCollection({ body: { id, title: 'Questions' } })
    expect(named.body.page).toMatchObject({ id, title: 'Questions' })
    const asked = await api.updatePageOfCollection({ query: { id }, body: { sortOrder: 3 } })
    expect(asked.body.page).toMatchObject({ id, sortOrder: 3 })
    expect(await api.updatePageOfCollection({ body: { title: 'x' } })).toFailWith(400, 'INVALID_REQUEST', {
      path: 'id',
    })
    expect(await api.updatePageOfCollection({ body: { id: unknownId } })).toFailWith(404, 'NOT_FOUND')
    expect(await api.updatePageOfCollection({ body: { id, title: '' } })).toFailWith(422, 'VALIDATION_FAILED')
    const taken = (await api.createPage({ type: 'custom', slug: 'a', title: 'A' })).body.page
    const other = (await api.createPage({ type: 'custom', slug: 'b', title: 'B' })).body.page
    expect(await api.updatePageOfCollection({ body: { id: other.id, slug: taken.slug } })).toFailWith(
      409,
      'CONFLICT',
    )
    expect(await api.deletePageOfCollection()).toFailWith(400, 'INVALID_REQUEST')
    expect((await api.deletePageOfCollection({ query: { id } })).status).toBe(204)
    expect((await api.deletePageOfCollection({ body: { id: other.id } })).status).toBe(204)
    expect(await api.deletePageOfCollection({ query: { id } })).toFailWith(404, 'NOT_FOUND')
  })

  it('returns 404 without a store, and 403 to staff without store.manage who create a page', async () => {
    const { api } = await newWorkspace(contract)
    expect(await api.listPages()).toFailWith(404, 'NOT_FOUND')
    expect(await api.createPage({ type: 'faq', title: 'FAQ' })).toFailWith(404, 'NOT_FOUND')
    const shop = await newShop()
    const viewer = await newStaff(shop, ['store.view'], contract)
    expect((await viewer.api.listPages()).status).toBe(200)
    expect(await viewer.api.createPage({ type: 'faq', title: 'FAQ' })).toFailWith(403, 'FORBIDDEN')
  })
})

describe('/public/storefront/stores/:slug', () => {
  it('lists active pages by sortOrder, then oldest first, and shows changes immediately', async () => {
    const { api, slug } = await newShop()
    const make = async (title: string, sortOrder: number) =>
      (await api.createPage({ type: 'custom', slug: title, title, sortOrder, status: 'active' })).body.page
    const [second, third] = [await make('b', 5), await make('c', 5)]
    const first = await make('a', 1)
    await api.createPage({ type: 'faq', title: 'FAQ' })
    const list = async () =>
      (await visitor.listPublicPages({ params: { slug } })).body.pages.map(({ id }) => id)
    expect(await list()).toEqual([first.id, second.id, third.id])
    await api.updatePage({ params: { pageId: second.id }, body: { status: 'archived' } })
    expect(await list()).toEqual([first.id, third.id])
    const params = { slug, pageSlug: 'a' }
    expect((await visitor.getPublicPage({ params })).body.page).toEqual(first)
    await api.updatePage({ params: { pageId: first.id }, body: { status: 'draft' } })
    expect(await visitor.getPublicPage({ params })).toFailWith(404, 'NOT_FOUND')
  })

  it('returns 304 for a page with a known ETag', async () => {
    const { api, slug } = await newShop()
    await api.createPage({ type: 'faq', title: 'FAQ', status: 'active' })
    const params = { slug, pageSlug: 'faq' }
    const { headers } = await visitor.getPublicPage({ params })
    expect(headers.get('cache-control')).toBe('public, no-cache')
    const etag = headers.get('etag')!
    const again = await visitor.getPublicPage.raw({ params, headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })

  it.each(['FAQ', 'a_b', 'a'.repeat(121), 'صفحة'])('returns 400 for the page slug "%s"', async (pageSlug) => {
    const { slug } = await untouched()
    expect(await visitor.getPublicPage({ params: { slug, pageSlug } })).toFailWith(400, 'INVALID_REQUEST')
  })

  it('returns 404 for an unknown, malformed or unpublished store', async () => {
    const shop = await newShop()
    await shop.api.putStore({ slug: shop.slug, name: 'Blue Moon', isPublished: false })
    for (const slug of ['no-such-shop', 'No Shop!', shop.slug]) {
      expect(await visitor.getPublicStore({ params: { slug } })).toFailWith(404, 'NOT_FOUND')
      expect(await visitor.listPublicPages({ params: { slug } })).toFailWith(404, 'NOT_FOUND')
      expect(await visitor.getPublicPage({ params: { slug, pageSlug: 'faq' } })).toFailWith(404, 'NOT_FOUND')
    }
  })

  it("returns only a store's public fields", async () => {
    const { slug, email, storeId } = await newShop()
    const { body } = await visitor.getPublicStore({ params: { slug } })
    expect(body.store).toEqual({
      id: storeId,
      slug,
      name: 'Blue Moon',
      currencyCode: 'USD',
      locale: 'en',
      description: null,
      deliveryKinds: [],
      theme: { accent: null, layout: 'grid' },
    })
    expect(JSON.stringify(body)).not.toContain(email)
  })
})
