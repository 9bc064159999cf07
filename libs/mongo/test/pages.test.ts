import { fixedClock, newId } from '@wp/kernel'
import type { PageQuery } from '@wp/kernel'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { afterCursor, cursorAfter, sortOf, totalOrder } from '../src/paging.ts'
import { scratchServer } from './scratch-database.ts'
import { thing, things } from './things.ts'

const server = scratchServer()
let db: Database
beforeAll(async () => {
  // Records of the same time are sorted by id.
  db = await server.open({ collections: [things], clock: fixedClock('2027-01-01T00:00:00.000Z') })
})
const own = () => db.tenant(things)(newId())

describe('store.page and store.iterate', () => {
  it('returns a total and sorts newest first, with the id as a tie-breaker', async () => {
    const store = own()
    for (const name of ['a', 'b', 'c']) await store.insert(thing({ name }))
    const { items, pagination } = await store.page({ query: { page: 1, limit: 2 } })
    expect(items.map(({ name }) => name)).toEqual(['c', 'b'])
    expect(pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 })
  })

  it.each([1, -1] as const)(
    'returns every record once by cursor, including records with null values (direction %i)',
    async (way) => {
      const store = own()
      const ranks = [1, 2, 2, null, 3, null, 2, 1]
      for (const rank of ranks) await store.insert(thing({ rank }))
      const seen: (number | null)[] = []
      const ids = new Set<string>()
      for (let after: string | null = ''; after !== null;) {
        const query: PageQuery = { page: 1, limit: 3, after }
        const { items, pagination } = await store.page({ sort: { rank: way }, query })
        seen.push(...items.map(({ rank }) => rank))
        for (const { id } of items) ids.add(id)
        after = 'nextCursor' in pagination ? pagination.nextCursor : null
      }
      const sorted = ranks.toSorted((a, b) => (a ?? -1) - (b ?? -1))
      expect(seen).toEqual(way === 1 ? sorted : sorted.toReversed())
      expect(ids.size).toBe(ranks.length)
    },
  )

  it('ends a page of large records early when paging by cursor, and rejects it when paging by number', async () => {
    const store = own()
    for (let rank = 0; rank < 4; rank += 1)
      await store.insert(thing({ name: 'x'.repeat(3 * 1024 * 1024), rank }))
    await store.insert(thing({ name: 'x'.repeat(9 * 1024 * 1024), rank: 4 }))
    const pages: (number | null)[][] = []
    for (let after: string | null = ''; after !== null;) {
      const query: PageQuery = { page: 1, limit: 100, after }
      const { items, pagination } = await store.page({ sort: { rank: 1 }, query })
      pages.push(items.map(({ rank }) => rank))
      after = 'nextCursor' in pagination ? pagination.nextCursor : null
    }
    expect(pages).toEqual([[0, 1], [2, 3], [4]])
    const numbered = (limit: number) => store.page({ sort: { rank: 1 }, query: { page: 1, limit } })
    await expect(numbered(3)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: [{ path: 'limit' }],
    })
    expect((await numbered(2)).items).toHaveLength(2)
    const selected = await store.page({ sort: { rank: 1 }, select: ['rank'], query: { page: 1, limit: 100 } })
    expect(selected.items).toHaveLength(5)
  })

  it('returns only the selected fields when paging by number or by cursor', async () => {
    const store = own()
    await store.insertMany([thing({ name: 'a' }), thing({ name: 'b' })])
    for (const after of [undefined, '']) {
      const query = { page: 1, limit: 1, after }
      const { items } = await store.page({ sort: { name: 1 }, select: ['name'], query })
      expect(items).toEqual([{ id: expect.any(String), name: 'a' }])
    }
  })

  it("rejects an invalid cursor and another list's cursor", async () => {
    const store = own()
    await store.insertMany([thing(), thing()])
    const { pagination } = await store.page({ sort: { name: 1 }, query: { page: 1, limit: 1, after: '' } })
    const foreign = 'nextCursor' in pagination ? pagination.nextCursor! : ''
    for (const after of ['no cursor', 'bm8', foreign])
      await expect(store.page({ query: { page: 1, limit: 1, after } })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
      })
  })

  it.each([
    ['createdAt', -1] as const,
    ['createdAt', 1] as const,
    ['rank', 1] as const,
    ['rank', -1] as const,
  ])('reads at most 49 records for a page of 20 far down the list (%s, %i)', async (field, way) => {
    const sort: Record<string, 1 | -1> = { [field]: way }
    const store = own()
    await store.insertMany(
      Array.from({ length: 300 }, (_, rank) => ({ ...thing({ rank }), createdAt: new Date(rank * 1000) })),
    )
    const order = totalOrder(sort)
    const [last] = (await store.find({}, { sort: sort as never })).slice(249)
    const beyond = afterCursor(cursorAfter(last!, order), order, ['rank'])!
    const { returned, docsExamined } = await store.explain(beyond as never, {
      sort: sortOf(order) as never,
      limit: 20,
    })
    expect(returned).toBe(20)
    expect(docsExamined).toBeLessThanOrEqual(49)
  })

  it('iterates over all records', async () => {
    const store = own()
    await store.insertMany(Array.from({ length: 450 }, (_, rank) => thing({ rank })))
    const ranks: (number | null)[] = []
    for await (const { rank } of store.iterate({}, { sort: { rank: 1 } })) ranks.push(rank)
    expect(ranks).toEqual(Array.from({ length: 450 }, (_, rank) => rank))
  })
})
