import { errorCodes } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { startGateway } from './start-gateway.ts'
import { thingHandlers } from './thing-routes.ts'
import { service } from './upstreams.ts'

type Failure = { $ref?: string; description?: string; content?: object }

const start = async () => startGateway([await service('things', thingHandlers())])

describe('API reference', () => {
  it('loads only its own files, and all of them exist', async () => {
    const { call } = await start()
    const reply = await call('/docs')
    const page = reply.text
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = reply.headers.get('content-security-policy')!
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).not.toContain('unsafe')
    const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)]
      .map(([, address]) => address!)
      .filter((address) => address !== 'data:,')
    expect(named.length).toBeGreaterThan(15)
    for (const address of named) {
      expect(address).toMatch(/^\/[a-z]/)
      const asset = await call(address)
      expect([address, asset.status]).toEqual([address, 200])
      expect(asset.text.length).toBeGreaterThan(100)
    }
  })

  it('imports only modules that it serves', async () => {
    const { call } = await start()
    const checked = new Set<string>()
    const waiting = ['/docs/assets/main.js', '/docs/assets/filter.js']
    for (let address = waiting.pop(); address; address = waiting.pop()) {
      if (checked.has(address)) continue
      checked.add(address)
      const reply = await call(address)
      expect([address, reply.status]).toEqual([address, 200])
      for (const [, name] of reply.text.matchAll(/from '\.\/([\w-]+\.js)'/g))
        waiting.push(`/docs/assets/${name}`)
    }
    expect(checked.size).toBeGreaterThan(8)
  })

  it.each(['/docs/assets/main.js', '/openapi.json'])('serves %s compressed and cacheable', async (path) => {
    const { call } = await start()
    const first = await call(path, { headers: { 'accept-encoding': 'gzip' } })
    expect(first.headers.get('content-encoding')).toBe('gzip')
    expect(first.headers.get('vary')).toContain('accept-encoding')
    const plain = await call(path)
    expect(Number(first.headers.get('content-length'))).toBeLessThan(plain.text.length / 2)
    expect(first.text).toBe(plain.text)
    const again = await call(path, { headers: { 'if-none-match': first.headers.get('etag')! } })
    expect(again.status).toBe(304)
  })

  it('has a section for every error code of the platform and of the running services', async () => {
    const { call } = await start()
    const page = (await call('/docs/errors')).text
    for (const [code, status] of Object.entries({ ...errorCodes, THING_TAKEN: 422 })) {
      expect(page).toMatch(new RegExp(`id="${code}" data-item>\\s*<h3>${code} <small>${status}</small></h3>`))
      expect(page).toContain(`<li><a href="#${code}">${code}</a></li>`)
    }
    expect(page).toContain('Another thing has this name.')
  })

  it("links each failure in the OpenAPI document to its error codes' descriptions", async () => {
    const { call } = await start()
    const { components, paths } = (await call('/openapi.json')).body as {
      components: { responses: Record<string, { description: string }> }
      paths: Record<string, Record<string, { responses: Record<string, Failure> }>>
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
    const [own, shared] = [
      failures.filter(([, { content }]) => content),
      failures.filter(([, { $ref }]) => $ref),
    ]
    expect(own.length + shared.length).toBe(failures.length)
    for (const [status, response] of shared)
      expect(response.$ref).toBe(`#/components/responses/Failure${status}`)
    expect(own).toHaveLength(1)
    expect(own[0]![1].description).toContain('[THING_TAKEN](/docs/errors#THING_TAKEN)')
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
