import { memoize, platform } from '@wp/testing'
import { expect, test } from 'vitest'
import { request, titledRows } from './caller.ts'
import { allRoutes } from '@wp/tools/contracts'

const routes = await allRoutes()
const versioned = titledRows(routes.filter(({ route }) => !route.root))
const atRoot = titledRows(routes.filter(({ route }) => route.root))

const noSuchPath = memoize(async () => {
  const reply = await fetch(`${platform().gatewayUrl}/v1/no/such/path`)
  return (await reply.json()) as { error: { code: string; message: string } }
})

/**
 * Without a token and with a body that cannot be read, nothing is done, whatever the route. No body for DELETE, which
 * needs a token always: after two of those Node's fetch makes a connection for every request of the process.
 */
const harmless = (method: string) =>
  method === 'GET' || method === 'DELETE'
    ? {}
    : { headers: { 'content-type': 'application/json' }, body: '{' }

test('every route that deletes needs a token', () => {
  const open = routes.filter(({ route }) => route.method === 'DELETE' && route.access.kind === 'open')
  expect(open.map(({ route }) => route.id)).toEqual([])
})

test('an unknown path is 404 in the one envelope', async () => {
  expect((await noSuchPath()).error.code).toBe('NOT_FOUND')
})

test.each(versioned)(
  '%s answers alike under both prefixes, with and without a trailing slash',
  async (_, { route }) => {
    const raw = harmless(route.method)
    const first = await request(route, raw)
    expect(first.body).not.toEqual(await noSuchPath())
    for (const form of [{ prefix: '/api/v1' }, { suffix: '/' }, { prefix: '/api/v1', suffix: '/' }]) {
      const other = await request(route, { ...raw, ...form })
      expect([form, other.status]).toEqual([form, first.status])
    }
  },
)

test.each(versioned)('%s does not answer without its prefix, nor with two', async (_, { route }) => {
  for (const prefix of ['', '/v1/v1', '/v1/api/v1', '/v2', '/api']) {
    const reply = await request(route, { ...harmless(route.method), prefix })
    expect([prefix, reply.status]).toEqual([prefix, 404])
  }
})

test.each(atRoot)('%s answers without a prefix, and only so', async (_, { route }) => {
  expect((await request(route)).status).toBeLessThan(500)
  expect((await request(route, { prefix: '/v1' })).status).toBe(404)
})

/** Where another route's parameter covers the same path, that route takes the method. */
const methodsAt = (path: string): string[] => {
  const pattern = (text: string) => text.split('/').map((part) => (part.startsWith(':') ? null : part))
  const wanted = pattern(path)
  const covers = (other: (string | null)[]) =>
    other.length === wanted.length &&
    other.every((part, at) => part === null || wanted[at] === null || part === wanted[at])
  return routes.filter(({ route }) => covers(pattern(route.path))).map(({ route }) => route.method)
}

test.each(versioned)(
  '%s: another method on its path is 405 and says which are allowed',
  async (_, { route }) => {
    const method = ['PUT', 'DELETE', 'PATCH', 'POST', 'GET'].find(
      (candidate) => !methodsAt(route.path).includes(candidate),
    )
    const reply = await request(route, { method: method ?? 'PROPFIND' })
    expect(reply).toFailWith(405, 'METHOD_NOT_ALLOWED')
    expect(reply.headers.get('allow')).toContain(route.method)
  },
)
