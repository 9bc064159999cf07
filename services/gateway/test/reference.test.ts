import { errorCodes } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { startGateway } from './start-gateway.ts'
import { thingHandlers } from './thing-routes.ts'
import { service } from './upstreams.ts'

const start = async () => startGateway([await service('things', thingHandlers())])

describe('API reference', () => {
  it('loads only its own files, and all of them exist', async () => {
    const { call } = await start()
    const reply = await call('/docs')
    const page = reply.text
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/)
    const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)]
      .map(([, address]) => address!)
      .filter((address) => address !== 'data:,')
    expect(named).toHaveLength(7)
    for (const address of named) {
      expect(address).toMatch(/^\/[a-z]/)
      const asset = await call(address)
      expect([address, asset.status]).toEqual([address, 200])
      expect(asset.text.length).toBeGreaterThan(100)
    }
  })

  it('serves its files compressed and cacheable', async () => {
    const { call } = await start()
    const file = '/docs/assets/swagger-ui-bundle.js'
    const first = await call(file, { headers: { 'accept-encoding': 'gzip' } })
    expect(first.headers.get('content-encoding')).toBe('gzip')
    expect(first.headers.get('vary')).toContain('accept-encoding')
    expect(Number(first.headers.get('content-length'))).toBeLessThan(600_000)
    expect(first.text).toContain('SwaggerUIBundle')
    const again = await call(file, { headers: { 'if-none-match': first.headers.get('etag')! } })
    expect(again.status).toBe(304)
  })

  it('has a section for every error code', async () => {
    const { call } = await start()
    const page = (await call('/docs/errors')).text
    for (const [code, status] of Object.entries(errorCodes))
      expect(page).toMatch(new RegExp(`<section id="${code}">\\s*<h2>${code} <small>${status}</small></h2>`))
  })

  it("links each failure in the OpenAPI document to its error codes' descriptions", async () => {
    const { call } = await start()
    const { components, paths } = (await call('/openapi.json')).body as {
      components: { responses: Record<string, { description: string }> }
      paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>
    }
    const shown = Object.entries(errorCodes).filter(([, status]) => components.responses[`Failure${status}`])
    expect(shown.length).toBeGreaterThan(25)
    for (const [code, status] of shown)
      expect(components.responses[`Failure${status}`]!.description).toContain(
        `[${code}](/docs/errors#${code})`,
      )
    const failures = Object.values(paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ responses }) => Object.entries(responses))
      .filter(([status]) => Number(status) >= 400)
    expect(failures.length).toBeGreaterThan(10)
    for (const [status, response] of failures)
      expect(response).toEqual({ $ref: `#/components/responses/Failure${status}` })
  })

  it.each(['/docs', '/docs/errors', '/docs/events'])(
    'returns the same ETag for %s each time, and 304 when the client sends it',
    async (path) => {
      const { call } = await start()
      const first = await call(path, { headers: { 'accept-encoding': 'gzip' } })
      expect(first.headers.get('content-encoding')).toBe('gzip')
      const etag = first.headers.get('etag')!
      expect((await call(path)).headers.get('etag')).toBe(etag)
      expect((await call(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    },
  )

  it('returns 404 for paths that are not part of the reference, and 405 for POST', async () => {
    const { call } = await start()
    for (const path of [
      '/docs/assets/package.json',
      '/docs/assets/../package.json',
      '/docs/assets/',
      '/docs/x',
    ])
      expect((await call(path)).status).toBe(404)
    expect((await call('/docs', { method: 'POST' })).status).toBe(405)
  })

  it('gives tags a description and puts every tag into a tag group of the OpenAPI document', async () => {
    const { call } = await start()
    const document = (await call('/openapi.json')).body as {
      tags: { name: string; description: string }[]
      'x-tagGroups': { name: string; tags: string[] }[]
    }
    expect(document.tags).toContainEqual({ name: 'platform', description: 'Pages of the gateway.' })
    expect(document['x-tagGroups'].flatMap(({ tags }) => tags).toSorted()).toEqual(
      document.tags.map(({ name }) => name).toSorted(),
    )
  })
})
