import { allRoutes } from '@wp/gateway/contracts'
import { readRequests } from '@wp/gateway/documents'
import * as storefront from '@wp/storefront/contract'
import { newWorkspace, platform, uniqueName, type TestWorkspace } from '@wp/testing'
import { beforeAll, describe, expect, it } from 'vitest'

const requests = readRequests()
const bodyOf = (id: string): string => JSON.stringify(requests[id]?.body ?? {})

/** Routes whose path and body refer to no record, so that the example works in any workspace with a store. */
const independent = (await allRoutes())
  .map(({ route }) => route)
  .filter(
    ({ id, method, path, body, access }) =>
      method === 'POST' &&
      body &&
      access.kind === 'workspace' &&
      path.match(/:\w+/g)?.join() === ':workspaceId' &&
      !/[0-9a-f]{24}|…/.test(bodyOf(id)),
  )

let owner: TestWorkspace
beforeAll(async () => {
  const workspace = await newWorkspace(storefront)
  await workspace.api.putStore({ slug: uniqueName('shop-'), name: 'Blue Moon', currencyCode: 'USD' })
  owner = workspace
})

describe('recorded requests', () => {
  it.each(independent.map(({ id, path }) => [id, path]))(
    '%s succeeds with its unchanged example',
    async (id, path) => {
      const url = `${platform().gatewayUrl}/v1${path.replace(':workspaceId', owner.workspaceId)}`
      const reply = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
        body: bodyOf(id),
      })
      expect({ isOk: reply.ok, text: await reply.text() }).toMatchObject({ isOk: true })
    },
  )

  it('includes examples for most kinds of records', () => {
    expect(independent.length).toBeGreaterThan(15)
  })
})
