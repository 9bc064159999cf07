import * as storefront from '@wp/storefront/contract'
import { newWorkspace, uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'

const visitor = visitorApi(storefront)

/** Returns a text of at most 200,000 characters. */
const full = (part: string, end = '') => part.repeat((200_000 - end.length) / part.length) + end

const newShop = async () => {
  const { api } = await newWorkspace(storefront)
  const slug = uniqueName('shop-')
  await api.putStore({ slug, name: 'Blue Moon', isPublished: true })
  return { api, slug }
}

describe('POST /workspace/:workspaceId/storefront/content-pages', () => {
  // Without limits, each took between 0.1 and 2.5 s of the event loop, or was stored several times as large.
  it.each([
    ['nested tags', full('<b>')],
    ['nested unknown tags', full('<x>')],
    ['nested tags with end tags', `${'<b>'.repeat(25_000)}x${'</b>'.repeat(25_000)}`],
    ['nested list items', full('<ul><li>')],
    ['empty tags', full('<b></b>')],
    ['attributes', full('<br a b c d e f g h i j k l m n o p q r s t u v>')],
    ['opening brackets', full('<')],
    ['images without text', full('<img>')],
    ['ampersands', full('&')],
    ['nested frames', full('<iframe><b>')],
  ])('rejects content that is full of %s', async (_, content) => {
    const { api, slug } = await newShop()
    expect(await api.createPage({ type: 'faq', title: 'FAQ', content, status: 'active' })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'content' },
    )
    expect((await visitor.listPublicPages({ params: { slug } })).body.pages).toEqual([])
  })

  it('limits the public pages of a shop to 1 MiB in total', async () => {
    const { api, slug } = await newShop()
    const content = full('x')
    const statuses = []
    for (let count = 0; count < 8; count += 1) {
      const page = { type: 'custom', slug: `page-${count}`, title: 'A page', status: 'active' } as const
      statuses.push((await api.createPage({ ...page, content })).status)
    }
    expect(statuses.slice(0, 2)).toEqual([201, 201])
    expect(statuses.at(-1)).toBe(422)
    const { pages } = (await visitor.listPublicPages({ params: { slug } })).body
    const bytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page.content), 0)
    expect(bytes).toBeLessThanOrEqual(1024 * 1024)
    expect(bytes).toBeGreaterThan(800_000)
  })
})
