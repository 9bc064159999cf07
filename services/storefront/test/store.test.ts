import { memoize, newWorkspace, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'

/** A workspace shared by tests whose requests are all rejected. */
const untouched = memoize(() => newWorkspace(contract))

const store = () => ({ slug: uniqueName('shop-'), name: 'متجر النور' })

describe('/workspace/:workspaceId/storefront/store', () => {
  it('returns 404 until the store is created', async () => {
    const { api } = await newWorkspace(contract)
    expect(await api.getStore()).toFailWith(404, 'NOT_FOUND')
  })

  it("creates an unpublished store with the workspace's currency and language by default", async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const fields = store()
    const { status, body } = await api.putStore(fields)
    expect(status).toBe(200)
    expect(body.store).toMatchObject({
      ...fields,
      workspaceId,
      currencyCode: 'USD',
      locale: 'en',
      isPublished: false,
      orderExpiryMinutes: 2880,
      maxQuantityPerOrder: null,
    })
    expect((await api.getStore()).body.store).toEqual(body.store)
  })

  it('keeps order limits that an update omits, clears them with null, and rejects limits out of range', async () => {
    const { api } = await newWorkspace(contract)
    const fields = store()
    await api.putStore({ ...fields, orderExpiryMinutes: 30, maxQuantityPerOrder: 5 })
    const kept = (await api.putStore(fields)).body.store
    expect(kept).toMatchObject({ orderExpiryMinutes: 30, maxQuantityPerOrder: 5 })
    const cleared = { ...fields, orderExpiryMinutes: null, maxQuantityPerOrder: null }
    expect((await api.putStore(cleared)).body.store).toMatchObject(cleared)
    expect((await api.putStore(fields)).body.store).toMatchObject(cleared)
    for (const limits of [
      { orderExpiryMinutes: 0 },
      { maxQuantityPerOrder: 0 },
      { orderExpiryMinutes: 525_601 },
    ])
      expect(await api.putStore({ ...fields, ...limits })).toFailWith(422, 'VALIDATION_FAILED')
  })

  it('updates a store and keeps its id and creation time', async () => {
    const { api } = await newWorkspace(contract)
    const first = (await api.putStore(store())).body.store
    const changed = { ...store(), currencyCode: 'KWD', locale: 'ar', isPublished: true } as const
    const second = (await api.putStore(changed)).body.store
    expect(second).toMatchObject({ ...changed, id: first.id, createdAt: first.createdAt })
  })

  it("returns 409 for another store's slug and changes nothing", async () => {
    const [one, other] = [await newWorkspace(contract), await newWorkspace(contract)]
    const taken = (await one.api.putStore(store())).body.store.slug
    const own = (await other.api.putStore(store())).body.store
    expect(await other.api.putStore({ slug: taken, name: 'Copy' })).toFailWith(409, 'CONFLICT')
    expect((await other.api.getStore()).body.store).toEqual(own)
  })

  it('creates only one store for eight concurrent requests', async () => {
    const { api } = await newWorkspace(contract)
    const replies = await Promise.all(Array.from({ length: 8 }, () => api.putStore(store())))
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(replies.map(({ body }) => body.store.id)).size).toBe(1)
  })

  it.each(['Shop', 'a b', '-a', 'a-', 'متجر', '', 'a'.repeat(121)])(
    'returns 422 for the slug "%s"',
    async (slug) => {
      const { api } = await untouched()
      expect(await api.putStore({ slug, name: 'Shop' })).toFailWith(422, 'VALIDATION_FAILED', {
        path: 'slug',
      })
    },
  )

  it('returns 400 without a name and 422 for an unknown currency', async () => {
    const { api } = await newWorkspace(contract)
    expect(await api.putStore.raw({ body: { slug: 'x' } })).toFailWith(400, 'INVALID_REQUEST', {
      path: 'name',
    })
    expect(await api.putStore({ ...store(), currencyCode: 'XXX' })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'currencyCode',
    })
  })
})
