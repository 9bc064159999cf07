import { memoize, newWorkspace, uniqueName } from '@wp/testing'
import { describe, expect, test } from 'vitest'
import * as contract from '../src/contract.ts'

/** For requests that are refused. */
const untouched = memoize(() => newWorkspace(contract))

const store = () => ({ slug: uniqueName('shop-'), name: 'متجر النور' })

describe('the store of a workspace', () => {
  test('is 404 until it is opened', async () => {
    const { api } = await newWorkspace(contract)
    expect(await api.getStore()).toFailWith(404, 'NOT_FOUND')
  })

  test('opens unpublished, in the currency and language of the workspace', async () => {
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
    })
    expect((await api.getStore()).body.store).toEqual(body.store)
  })

  test('changes in place and keeps its id', async () => {
    const { api } = await newWorkspace(contract)
    const first = (await api.putStore(store())).body.store
    const changed = { ...store(), currencyCode: 'KWD', locale: 'ar', isPublished: true } as const
    const second = (await api.putStore(changed)).body.store
    expect(second).toMatchObject({ ...changed, id: first.id, createdAt: first.createdAt })
  })

  test('refuses a slug that another store has with 409, and changes nothing', async () => {
    const [one, other] = [await newWorkspace(contract), await newWorkspace(contract)]
    const taken = (await one.api.putStore(store())).body.store.slug
    const own = (await other.api.putStore(store())).body.store
    expect(await other.api.putStore({ slug: taken, name: 'Copy' })).toFailWith(409, 'CONFLICT')
    expect((await other.api.getStore()).body.store).toEqual(own)
  })

  test('is opened once when two people open it at the same moment', async () => {
    const { api } = await newWorkspace(contract)
    const replies = await Promise.all(Array.from({ length: 8 }, () => api.putStore(store())))
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(replies.map(({ body }) => body.store.id)).size).toBe(1)
  })

  test.each(['Shop', 'a b', '-a', 'a-', 'متجر', '', 'a'.repeat(121)])(
    'refuses the slug "%s" with 422',
    async (slug) => {
      const { api } = await untouched()
      expect(await api.putStore({ slug, name: 'Shop' })).toFailWith(422, 'VALIDATION_FAILED', {
        path: 'slug',
      })
    },
  )

  test('refuses a missing name with 400 and an unknown currency with 422', async () => {
    const { api } = await newWorkspace(contract)
    expect(await api.putStore.raw({ body: { slug: 'x' } })).toFailWith(400, 'INVALID_REQUEST', {
      path: 'name',
    })
    expect(await api.putStore({ ...store(), currencyCode: 'XXX' })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'currencyCode',
    })
  })
})
