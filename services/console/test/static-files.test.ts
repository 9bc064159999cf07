import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { readStaticFiles } from '../src/static-files/static-file.store.ts'

type Reply = { status: number; headers: IncomingMessage['headers']; body: Buffer }

/** Requests a path without decompressing the reply, unlike `fetch`. */
const request = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  new Promise((resolve, reject) => {
    get(`${platform().gatewayUrl}${path}`, { headers }, (response) => {
      buffer(response).then(
        (body) => resolve({ status: response.statusCode!, headers: response.headers, body }),
        reject,
      )
    }).once('error', reject)
  })

const scriptOf = ({ body }: Reply): string => /src="([^"]+\.js)"/.exec(body.toString())![1]!

describe('GET /console', () => {
  it.each(['', '/login'])('returns a document with a strict content security policy (%s)', async (path) => {
    const first = await request(`/console${path}`)
    expect(first.status).toBe(200)
    expect(first.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(first.headers['cache-control']).toBe('no-cache')
    const policy = first.headers['content-security-policy']!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
    expect(first.headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(first.body.toString()).not.toMatch(/<script(?![^>]*\bsrc=)|<style|style="|%ENVIRONMENT%/)
  })

  it('returns the same document for every path except the login page', async () => {
    const first = await request('/console')
    for (const path of ['/console/', '/console/clients/6a0a0a0a0a0a0a0a0a0a0a01/a/b/c'])
      expect((await request(path)).body.equals(first.body)).toBe(true)
    expect((await request('/console/login?next=%2Fclients')).body.equals(first.body)).toBe(false)
  })

  it('answers 304 for a document that the browser already has', async () => {
    const { headers } = await request('/console')
    const again = await request('/console/clients', { 'if-none-match': headers.etag! })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
  })
})

describe('readStaticFiles', () => {
  it('names the environment in the document, so that production has no page of components', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'console-'))
    writeFileSync(join(folder.path, 'index.html'), '<html data-environment="%ENVIRONMENT%"></html>')
    const document = readStaticFiles(folder.path, { environment: 'production' }).find('index.html')!
    expect(document.plain.toString()).toBe('<html data-environment="production"></html>')
  })
})

describe('GET /console/assets', () => {
  it('returns immutable files, compressed for browsers that accept brotli', async () => {
    const path = scriptOf(await request('/console/login'))
    expect(path).toMatch(/^\/console\/assets\//)
    const plain = await request(path)
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const compressed = await request(path, { 'accept-encoding': 'gzip, br' })
    expect(compressed.headers['content-encoding']).toBe('br')
    expect(compressed.headers.vary).toContain('Accept-Encoding')
    expect(compressed.headers.etag).not.toBe(plain.headers.etag)
    expect(compressed.body.length).toBeLessThan(plain.body.length)
    expect(brotliDecompressSync(compressed.body).equals(plain.body)).toBe(true)
  })

  it.each(['/console/assets/none.js', '/console/assets/..%2fmanifest.json', '/console/assets/a/b.css'])(
    'answers 404 for %s',
    async (path) => {
      expect((await request(path)).status).toBe(404)
    },
  )
})

describe('GET /console/worker.js', () => {
  it('returns the service worker for /console with the files of this build', async () => {
    const { status, headers, body } = await request('/console/worker.js')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['service-worker-allowed']).toBe('/console')
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
    const worker = body.toString()
    expect(worker).not.toMatch(/%FILES%|%VERSION%/)
    const paths = worker.match(/\/console\/assets\/[\w.-]+\.(?:js|css|woff2)/g)!
    for (const path of ['/console', '/console/login']) expect(paths).toContain(scriptOf(await request(path)))
    expect(paths.filter((path) => path.endsWith('.woff2'))).toHaveLength(2)
    for (const path of new Set(paths)) expect((await request(path)).status).toBe(200)
  })
})
