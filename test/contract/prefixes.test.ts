import { memoize, platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { request, titledRows } from './caller.ts'
import { allRoutes } from '@wp/gateway/contracts'

const routes = await allRoutes()
const versioned = titledRows(routes.filter(({ route }) => !route.root))
const atRoot = titledRows(routes.filter(({ route }) => route.root))

const noSuchPath = memoize(async () => {
  const reply = await fetch(`${platform().gatewayUrl}/v1/no/such/path`)
  return (await reply.json()) as { error: { code: string; message: string } }
})

/**
 * A malformed body and no token, so that no route changes anything. DELETE requests have no body, because
 * after two DELETE requests with a body, Node's fetch opens a new connection for every request; they always
 * need a token.
 */
const harmless = (method: string) =>
  method === 'GET' || method === 'DELETE'
    ? {}
    : { headers: { 'content-type': 'application/json' }, body: '{' }

describe('routes and path prefixes', () => {
  it('requires a token on every DELETE route', () => {
    const open = routes.filter(({ route }) => route.method === 'DELETE' && route.access.kind === 'open')
    expect(open.map(({ route }) => route.id)).toEqual([])
  })

  it('returns 404 in the error envelope for an unknown path', async () => {
    expect((await noSuchPath()).error.code).toBe('NOT_FOUND')
  })

  it.each(versioned)(
    '%s returns the same status under /v1 and /api/v1, with and without a trailing slash',
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

  it.each(versioned)(
    '%s returns 404 without a version prefix, with two prefixes and with an unknown one',
    async (_, { route }) => {
      for (const prefix of ['', '/v1/v1', '/v1/api/v1', '/v2', '/api']) {
        const reply = await request(route, { ...harmless(route.method), prefix })
        expect([prefix, reply.status]).toEqual([prefix, 404])
      }
    },
  )

  it.each(atRoot)('%s is served only without a version prefix', async (_, { route }) => {
    expect((await request(route)).status).toBeLessThan(500)
    expect((await request(route, { prefix: '/v1' })).status).toBe(404)
  })

  /**
   * Returns the methods of every route that can match the path, including routes with a parameter in that position.
   */
  const methodsAt = (path: string): string[] => {
    const pattern = (text: string) => text.split('/').map((part) => (part.startsWith(':') ? null : part))
    const wanted = pattern(path)
    const covers = (other: (string | null)[]) =>
      other.length === wanted.length &&
      other.every((part, at) => part === null || wanted[at] === null || part === wanted[at])
    return routes.filter(({ route }) => covers(pattern(route.path))).map(({ route }) => route.method)
  }

  it.each(versioned)('%s returns 405 with the allowed methods for another method', async (_, { route }) => {
    const method = ['PUT', 'DELETE', 'PATCH', 'POST', 'GET'].find(
      (candidate) => !methodsAt(route.path).includes(candidate),
    )
    const reply = await request(route, { method: method ?? 'PROPFIND' })
    expect(reply).toFailWith(405, 'METHOD_NOT_ALLOWED')
    expect(reply.headers.get('allow')).toContain(route.method)
  })
})
