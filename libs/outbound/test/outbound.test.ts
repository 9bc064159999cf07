import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createOutbound } from '../src/outbound.ts'
import type { Outbound } from '../src/outbound.ts'

const servers: Server[] = []
let outbound: Outbound | null = null
afterEach(async () => {
  await outbound?.close()
  outbound = null
})
afterAll(() => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

/** Starts an internal server that must not be reachable; `seen` collects its requests. */
const startInternal = async (answer: RequestListener) => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { seen, port: (server.address() as AddressInfo).port }
}

const limits = { timeoutMs: 2000, maxBytes: 1000 }
const ok: RequestListener = (_request, response) => response.end('ok')

/** Returns a lookup that resolves to these addresses, one per call; the last one is repeated. */
const resolving =
  (...answers: string[]): LookupFunction =>
  (_hostname, options, callback) => {
    const address = answers.length > 1 ? answers.shift()! : answers[0]!
    const family = address.includes(':') ? 6 : 4
    if (options.all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }

describe('createOutbound', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://localhost:PORT/',
    'http://0.0.0.0:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://10.0.0.1/',
    'file:///etc/passwd',
  ])('blocks %s before sending anything', async (address) => {
    const { seen, port } = await startInternal(ok)
    outbound = createOutbound(limits)
    const url = address.replace('PORT', String(port))
    await expect(outbound.request({ url, method: 'GET' })).rejects.toMatchObject({ reason: 'blocked' })
    expect(seen).toEqual([])
  })

  it('blocks a host name if any of its addresses is internal', async () => {
    const { seen, port } = await startInternal(ok)
    outbound = createOutbound({ ...limits, lookup: resolving('127.0.0.1') })
    const url = `http://tool.example:${port}/`
    await expect(outbound.request({ url, method: 'GET' })).rejects.toMatchObject({ reason: 'blocked' })
    await outbound.close()
    const both: LookupFunction = (_hostname, _options, callback) =>
      callback(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])
    outbound = createOutbound({ ...limits, lookup: both })
    await expect(outbound.request({ url, method: 'GET' })).rejects.toMatchObject({ reason: 'blocked' })
    expect(seen).toEqual([])
  })

  it('resolves a host name only once, so that DNS rebinding cannot get around the check', async () => {
    const { seen, port } = await startInternal(ok)
    const lookups: string[] = []
    const inOrder = resolving('127.0.0.1', '93.184.216.34')
    outbound = createOutbound({
      ...limits,
      lookup: (hostname, options, callback) => {
        lookups.push(hostname)
        inOrder(hostname, options, callback)
      },
    })
    const rebinding = outbound.request({ url: `http://rebinding.example:${port}/`, method: 'GET' })
    await expect(rebinding).rejects.toMatchObject({ reason: 'blocked' })
    expect([lookups, seen]).toEqual([['rebinding.example'], []])
  })

  it('allows a listed host on any port, or only on the port that is listed with it', async () => {
    const { seen, port } = await startInternal(ok)
    for (const host of ['127.0.0.1', `127.0.0.1:${port}`]) {
      outbound = createOutbound({ ...limits, allowedHosts: [host] })
      const reply = await outbound.request({ url: `http://127.0.0.1:${port}/a`, method: 'POST', body: '{}' })
      expect([reply.status, reply.body.toString()]).toEqual([200, 'ok'])
      await outbound.close()
    }
    expect(seen).toEqual(['POST /a', 'POST /a'])
    outbound = createOutbound({ ...limits, allowedHosts: ['127.0.0.1:1'] })
    const other = outbound.request({ url: `http://127.0.0.1:${port}/`, method: 'GET' })
    await expect(other).rejects.toMatchObject({ reason: 'blocked' })
  })

  it('returns redirects without following them', async () => {
    const target = await startInternal(ok)
    const { port } = await startInternal((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${target.port}/` }).end(),
    )
    outbound = createOutbound({ ...limits, allowedHosts: ['127.0.0.1'] })
    const reply = await outbound.request({ url: `http://127.0.0.1:${port}/`, method: 'GET' })
    expect(reply.status).toBe(302)
    expect(target.seen).toEqual([])
  })

  it('throws "too-large" for an endless reply, and "timeout" when no reply arrives', async () => {
    const endless = await startInternal((_request, response) => {
      const write = (): void => {
        while (response.write(Buffer.alloc(64 * 1024)));
        response.once('drain', write)
      }
      response.on('error', () => undefined)
      write()
    })
    const silent = await startInternal(() => undefined)
    outbound = createOutbound({ ...limits, timeoutMs: 300, allowedHosts: ['127.0.0.1'] })
    const large = outbound.request({ url: `http://127.0.0.1:${endless.port}/`, method: 'GET' })
    await expect(large).rejects.toMatchObject({ reason: 'too-large' })
    const never = outbound.request({ url: `http://127.0.0.1:${silent.port}/`, method: 'GET' })
    await expect(never).rejects.toMatchObject({ reason: 'timeout' })
  })

  it('returns the beginning of an endless reply when it truncates', async () => {
    const endless = await startInternal((_request, response) => {
      const write = (): void => {
        while (response.write('x'.repeat(64 * 1024)));
        response.once('drain', write)
      }
      response.on('error', () => undefined)
      write()
    })
    outbound = createOutbound({ ...limits, truncates: true, allowedHosts: ['127.0.0.1'] })
    const reply = await outbound.request({
      url: `http://127.0.0.1:${endless.port}/`,
      method: 'POST',
      body: '{}',
    })
    expect(reply.status).toBe(200)
    expect(reply.body.toString()).toBe('x'.repeat(limits.maxBytes))
  })

  it('throws "unreachable" when nothing listens on the port', async () => {
    outbound = createOutbound({ ...limits, allowedHosts: ['127.0.0.1'] })
    const refused = outbound.request({ url: 'http://127.0.0.1:1/', method: 'GET' })
    await expect(refused).rejects.toMatchObject({ reason: 'unreachable' })
  })
})
