import { createServer, type ServerResponse } from 'node:http'
import { fixedClock } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { json, startGateway } from './start-gateway.ts'
import { createThing, getThing, thingHandlers } from './thing-routes.ts'
import { listen, service, rawUpstream, type Upstream } from './upstreams.ts'

const ok = (response: ServerResponse, body: unknown = {}, headers: Record<string, string> = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** An address on which no process listens. */
const unusedAddress = async (): Promise<Upstream> => {
  const server = createServer()
  const address = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return { service: 'things', address, routes: [getThing, createThing], server }
}

describe('gateway forwarding', () => {
  it('initializes failure counters for every known service before the first failure', async () => {
    const { metrics } = await startGateway([await service('things', thingHandlers())])
    expect(await metrics.registry.metrics()).toMatch(
      /gateway_upstream_failures_total\{upstream="things",kind="timeout",[^}]*\} 0/,
    )
  })

  it('initializes failure counters for every known route before the first request', async () => {
    const { metrics } = await startGateway([await service('things', thingHandlers())])
    const scrape = await metrics.registry.metrics()
    for (const status of [500, 503, 504])
      expect(scrape).toMatch(
        new RegExp(`http_requests_total\\{route="${getThing.id}",status="${status}"[^}]*\\} 0\n`),
      )
  })

  it('retries a refused connection on another replica, even for POST, and temporarily avoids the address', async () => {
    const { call, metrics } = await startGateway([
      await unusedAddress(),
      await service('things', thingHandlers()),
    ])
    for (let i = 0; i < 10; i += 1) {
      expect(await call('/v1/things', json({ name: `n${i}` }))).toMatchObject({
        status: 200,
        body: { name: `n${i}` },
      })
    }
    const failures = /gateway_upstream_failures_total\{[^}]*kind="unsent"[^}]*\} (\d+)/
    const [, refused] = failures.exec(await metrics.registry.metrics()) ?? []
    // Round-robin would try the address five times. Because it is avoided for 2 s, it is tried only once, or a few
    // times on a slow machine.
    expect(Number(refused)).toBeGreaterThan(0)
    expect(Number(refused)).toBeLessThan(4)
  })

  it('sends a large body to another replica when the first one refuses the connection', async () => {
    const { call } = await startGateway([await unusedAddress(), await service('things', thingHandlers())])
    const filler = 'x'.repeat(500_000)
    for (let i = 0; i < 4; i += 1) {
      expect(await call('/v1/things', json({ name: 'big', filler }))).toMatchObject({
        status: 200,
        body: { bytes: 500_000 },
      })
    }
  })

  /** Starts a process that has taken over a `things` replica's address and rejects requests not meant for it. */
  const stranger = async () => {
    const asked: unknown[] = []
    const upstream = await rawUpstream('things', [getThing, createThing], (request, response) => {
      asked.push(request.headers['x-wp-instance'])
      response.writeHead(421).end()
    })
    return { upstream, asked }
  }

  it('retries on the next replica when another process answers with 421, and stops using that address', async () => {
    const { upstream, asked } = await stranger()
    const { call } = await startGateway([upstream, await service('things', thingHandlers())])
    for (let i = 0; i < 10; i += 1) {
      expect(await call('/v1/things', json({ name: `n${i}` }))).toMatchObject({ status: 200 })
      expect(await call('/v1/things/cup', { headers: { 'x-wp-instance': 'forged' } })).toMatchObject({
        status: 200,
      })
    }
    expect(asked).toEqual(['things.i0'])
  })

  it("returns 503 when the only replica's address is used by another process", async () => {
    const { upstream, asked } = await stranger()
    const { call } = await startGateway([upstream])
    expect(await call('/v1/things/cup')).toMatchObject({
      status: 503,
      body: { error: { code: 'UNAVAILABLE' } },
    })
    expect(await call('/v1/things', json({ name: 'a' }))).toMatchObject({ status: 503 })
    expect(asked).toHaveLength(1)
  })

  it('retries a GET on another replica when the connection breaks before the reply', async () => {
    let broken = 0
    const breaking = await rawUpstream('things', [getThing], (request) => {
      broken += 1
      request.socket.destroy()
    })
    const { call } = await startGateway([breaking, await service('things', thingHandlers())])
    for (let i = 0; i < 6; i += 1) expect((await call('/v1/things/cup')).status).toBe(200)
    expect(broken).toBeGreaterThan(0)
  })

  it('retries a GET on the only replica when the connection breaks, and counts the retry', async () => {
    let asked = 0
    const upstream = await rawUpstream('things', [getThing], (request, response) => {
      asked += 1
      if (asked === 1) request.socket.destroy()
      else ok(response)
    })
    const { call, metrics } = await startGateway([upstream])
    expect((await call('/v1/things/cup')).status).toBe(200)
    expect(await metrics.registry.metrics()).toMatch(
      /gateway_upstream_retries_total\{[^}]*upstream="things"[^}]*\} 1/,
    )
  })

  it('does not retry a POST whose connection breaks, because it may have been handled', async () => {
    let effects = 0
    const breaking = () =>
      rawUpstream('things', [createThing], (request) => {
        effects += 1
        request.socket.destroy()
      })
    const { call } = await startGateway([await breaking(), await breaking()])
    expect(await call('/v1/things', json({ name: 'once' }))).toMatchObject({ status: 503 })
    expect(effects).toBe(1)
  })

  it('avoids a replica that sends Connection: close', async () => {
    const draining = await rawUpstream('things', [getThing], (_request, response) =>
      ok(response, { by: 'draining' }, { connection: 'close' }),
    )
    const staying = await rawUpstream('things', [getThing], (_request, response) =>
      ok(response, { by: 'staying' }),
    )
    const { call } = await startGateway([draining, staying])
    const by: unknown[] = []
    const since = performance.now()
    for (let i = 0; i < 20; i += 1) by.push(((await call('/v1/things/cup')).body as { by: string }).by)
    // The gateway tries the replica again after two seconds, which may pass on a slow machine.
    const most = 1 + Math.floor((performance.now() - since) / 2000)
    expect(by).toContain('draining')
    expect(by.filter((name) => name === 'draining').length).toBeLessThanOrEqual(most)
  })

  it('sends the next request to the least loaded replica', async () => {
    const waiting: ServerResponse[] = []
    const slow = await rawUpstream('things', [getThing], (_request, response) => void waiting.push(response))
    const fast = await rawUpstream('things', [getThing], (_request, response) => ok(response, { by: 'fast' }))
    const { call } = await startGateway([slow, fast])
    const first = [call('/v1/things/cup'), call('/v1/things/cup')]
    await expect.poll(() => waiting.length).toBe(1)
    await Promise.race(first)
    for (let i = 0; i < 5; i += 1)
      expect(await call('/v1/things/cup')).toMatchObject({ body: { by: 'fast' } })
    for (const response of waiting) ok(response)
    await Promise.all(first)
  })

  it('returns 504 when a service takes too long to respond', async () => {
    const upstream = await rawUpstream('things', [getThing], () => undefined)
    const { call } = await startGateway([upstream], { settings: { upstreamTimeoutMs: 300 } })
    expect(await call('/v1/things/cup')).toMatchObject({ status: 504, body: { error: { code: 'TIMEOUT' } } })
  })

  it('closes the connection to the service when the caller disconnects', async () => {
    let gone: () => void = () => undefined
    const closed = new Promise<void>((resolve) => {
      gone = resolve
    })
    let asked: () => void = () => undefined
    const wasAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const upstream = await rawUpstream('things', [getThing], (_request, response) => {
      asked()
      response.on('close', gone)
    })
    const { url } = await startGateway([upstream], { settings: { upstreamTimeoutMs: 60_000 } })
    const caller = new AbortController()
    const call = fetch(`${url}/v1/things/cup`, { signal: caller.signal }).catch(() => 'aborted')
    await wasAsked
    caller.abort()
    expect(await call).toBe('aborted')
    await closed
  })

  it("returns 503 immediately for requests beyond the replica's limit", async () => {
    const waiting: ServerResponse[] = []
    const upstream = await rawUpstream(
      'things',
      [getThing],
      (_request, response) => void waiting.push(response),
    )
    const { call } = await startGateway([upstream], { settings: { maxInFlightPerReplica: 3 } })
    const answered: number[] = []
    const calls = Array.from({ length: 8 }, () =>
      call('/v1/things/cup').then(({ status }) => answered.push(status)),
    )
    await expect.poll(() => answered.length).toBe(5)
    expect(answered).toEqual([503, 503, 503, 503, 503])
    await expect.poll(() => waiting.length).toBe(3)
    for (const response of waiting) ok(response)
    await Promise.all(calls)
    expect(answered.slice(5)).toEqual([200, 200, 200])
  })

  it('sends a waiting request to a draining replica when the others are full for its caller', async () => {
    const held: ServerResponse[][] = [[], []]
    const replicas = held.map((waiting) =>
      rawUpstream('things', [getThing], (_request, response) => void waiting.push(response)),
    )
    const time = fixedClock('2026-11-15T10:00:00Z')
    let reads = 0
    const monotonicMs = (): number => {
      reads += 1
      // Ends an endless loop, because no request counts as new anymore.
      if (reads === 10_000) time.advance(1000)
      return time.monotonicMs()
    }
    const { call } = await startGateway(await Promise.all(replicas), {
      clock: { ...time, monotonicMs },
      settings: { maxSharePercent: 25, maxWaitingPerService: 10, trustedProxies: ['127.0.0.1'] },
    })
    let answered = 0
    const calls: Promise<unknown>[] = []
    const send = async (address: string): Promise<void> => {
      const before = held.flat().length
      const reply = call('/v1/things/cup', { headers: { 'x-forwarded-for': address } })
      calls.push(reply.then(() => (answered += 1)))
      await expect.poll(() => held.flat().length, { interval: 5 }).toBe(before + 1)
    }
    for (let i = 1; i <= 9; i += 1) await send(`192.0.2.${i}`)
    const [staying, draining] = held.toSorted((a, b) => a.length - b.length)
    expect([staying!.length, draining!.length]).toEqual([4, 5])
    for (const response of staying!.splice(0)) ok(response)
    ok(draining!.pop()!, {}, { connection: 'close' })
    await expect.poll(() => answered).toBe(5)
    for (let i = 0; i < 4; i += 1) await send('192.0.2.100')
    expect([staying!.length, draining!.length]).toEqual([4, 4])
    await send('192.0.2.100')
    expect([staying!.length, draining!.length]).toEqual([4, 5])
    expect(reads).toBeLessThan(1000)
    for (const response of held.flat()) ok(response)
    await Promise.all(calls)
  })

  it("aborts the reply to the caller when the service's reply is cut off", async () => {
    const upstream = await rawUpstream('things', [getThing], (request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '1000' })
      response.write('half', () => request.socket.destroy())
    })
    const { call } = await startGateway([upstream])
    await expect(call('/v1/things/cup')).rejects.toThrow('terminated')
  })
})
