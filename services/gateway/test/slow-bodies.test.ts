import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { systemClock } from '@wp/kernel'
import { describe, expect, it, onTestFinished } from 'vitest'
import { json, startGateway } from './start-gateway.ts'
import { createThing, getThing, thingHandlers, uploadPicture } from './thing-routes.ts'
import { rawUpstream, service } from './upstreams.ts'

/** The gateway reads the caller's address from X-Forwarded-For, so that a test can use several addresses. */
const severalAddresses = { trustedProxies: ['127.0.0.1'] }
const start = async (settings = {}) => startGateway([await service('things', thingHandlers())], { settings })

/** Opens a connection, sends bytes and collects the reply. */
const open = async (url: string, bytes: string) => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const opened = { socket, answer: '', isClosed: false }
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => (opened.answer += chunk))
  socket.on('error', () => undefined).on('close', () => (opened.isClosed = true))
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(bytes)
  return opened
}
const jsonHead = (length: number, address = '192.0.2.1'): string =>
  `POST /v1/things HTTP/1.1\r\nHost: a.example\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
const uploadHead = (length: number): string =>
  `POST /v1/pictures HTTP/1.1\r\nHost: a.example\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`
const statusOf = ({ answer }: { answer: string }): number => Number(answer.split(' ')[1] ?? 0)

/** Sends a byte every 20 ms until the connection closes. */
const trickle = (socket: Socket): void => {
  const timer = setInterval(() => socket.write(' '), 20)
  socket.once('close', () => clearInterval(timer))
}

describe('gateway with slow request bodies', () => {
  it.each([
    ['JSON body', `${jsonHead(70_000)}{`],
    ['JSON body with 69 of 70 kB received', `${jsonHead(70_000)}${' '.repeat(69_000)}`],
    ['upload', `${uploadHead(70_000)}--x`],
    ['upload with 69 of 70 kB received', `${uploadHead(70_000)}${' '.repeat(69_000)}`],
  ])('returns 408 when no more bytes of a body arrive: %s', async (_name, bytes) => {
    const { url } = await start({ bodyIdleMs: 200, bodyBytesPerSecond: 1 })
    const stalled = await open(url, bytes)
    await expect.poll(() => stalled.isClosed).toBe(true)
    expect(stalled.answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(stalled.answer).toContain('"code":"REQUEST_TIMEOUT"')
  })

  it('returns 408 for a body that arrives byte by byte', async () => {
    const { url } = await start({ bodyIdleMs: 200 })
    const slow = await open(url, `${jsonHead(70_000)}{`)
    trickle(slow.socket)
    await expect.poll(() => slow.answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('does not count bodies that are still arriving toward the limits on requests in flight', async () => {
    const { url, call } = await start({ maxInFlight: 4, maxInFlightPerReplica: 2 })
    const bytes = `${jsonHead(70_000)}${' '.repeat(66_000)}`
    for (let i = 0; i < 12; i += 1) await open(url, bytes)
    for (let i = 0; i < 12; i += 1) await open(url, `${jsonHead(10)}{`)
    expect((await call('/v1/things/cup')).status).toBe(200)
    expect((await call('/v1/things', json({ name: 'a' }))).status).toBe(200)
  })

  it("returns 429 for unfinished bodies above an address's share, and serves another address", async () => {
    const { url } = await start({ ...severalAddresses, maxUnfinishedBodies: 8, maxSharePercent: 25 })
    for (let i = 0; i < 2; i += 1) await open(url, `${jsonHead(10)}{`)
    const third = await open(url, `${jsonHead(10)}{`)
    await expect.poll(() => statusOf(third)).toBe(429)
    expect(third.answer).toContain('"code":"RATE_LIMITED"')
    const body = JSON.stringify({ name: 'a' })
    const other = await open(url, jsonHead(body.length, '192.0.2.2') + body)
    await expect.poll(() => statusOf(other)).toBe(200)
  })

  it('returns 429 when one address sends more than its share of the memory for bodies', async () => {
    const { call } = await start({ maxBufferedMb: 1, maxSharePercent: 25 })
    const filled = (bytes: number) => json({ name: 'a', filler: 'x'.repeat(bytes) })
    for (let i = 0; i < 3; i += 1) expect((await call('/v1/things', filled(200_000))).status).toBe(200)
    expect((await call('/v1/things', filled(300_000))).status).toBe(429)
    expect((await call('/v1/things', filled(200_000))).status).toBe(200)
  })

  it("returns 429 and closes a connection above an address's share", async () => {
    const { url } = await start({ maxConnections: 8, maxSharePercent: 25 })
    const first = [await open(url, ''), await open(url, '')]
    const third = await open(url, '')
    await expect.poll(() => third.isClosed).toBe(true)
    expect(statusOf(third)).toBe(429)
    first[0]!.socket.destroy()
    await expect
      .poll(async () => {
        const next = await open(url, 'GET /health HTTP/1.1\r\nHost: a.example\r\n\r\n')
        await expect.poll(() => statusOf(next)).toBeGreaterThan(0)
        next.socket.destroy()
        return statusOf(next)
      })
      .toBe(200)
  })
})

describe('gateway with uploads', () => {
  it('gives uploads separate slots, so that unfinished ones do not delay other requests', async () => {
    const { url, call } = await start({ maxInFlightPerReplica: 2, maxUploadsPerReplica: 2 })
    const bytes = `${uploadHead(100_000)}${' '.repeat(70_000)}`
    const uploads = [await open(url, bytes), await open(url, bytes), await open(url, bytes)]
    await expect.poll(() => uploads.map(statusOf).toSorted((a, b) => a - b)).toEqual([0, 0, 503])
    expect((await call('/v1/things', json({ name: 'a' }))).status).toBe(200)
  })

  it('returns 429 above the number or size of uploads that one caller may send at once', async () => {
    const { url } = await start({ maxUploads: 8, maxSharePercent: 25, uploadMbPerWorkspace: 2 })
    const large = await open(url, uploadHead(1_500_000))
    const tooMuch = await open(url, uploadHead(1_500_000))
    await expect.poll(() => statusOf(tooMuch)).toBe(429)
    await open(url, uploadHead(1000))
    const third = await open(url, uploadHead(1000))
    await expect.poll(() => statusOf(third)).toBe(429)
    large.socket.destroy()
    await expect
      .poll(async () => {
        const next = await open(url, `${uploadHead(10)}0123456789`)
        await expect.poll(() => statusOf(next)).toBeGreaterThan(0)
        return statusOf(next)
      })
      .toBe(400)
  })

  it('keeps the connection usable when the service answers before the body has arrived', async () => {
    const early = await rawUpstream('things', [uploadPicture, getThing], (request, response) => {
      if (request.method === 'POST') response.writeHead(422, { 'content-length': '2' }).end('{}')
      else request.resume().on('end', () => response.end('{}'))
    })
    const { url } = await startGateway([early])
    const size = 2_000_000
    const caller = await open(url, uploadHead(size) + ' '.repeat(100_000))
    await expect.poll(() => statusOf(caller)).toBe(422)
    caller.answer = ''
    caller.socket.write(' '.repeat(size - 100_000))
    caller.socket.write('GET /v1/things/cup HTTP/1.1\r\nHost: a.example\r\n\r\n')
    await expect.poll(() => statusOf(caller)).toBe(200)
  })
})

describe('gateway with a busy service', () => {
  /** A service that responds only when the test says so. */
  const held = async () => {
    const waiting: ServerResponse[] = []
    const upstream = await rawUpstream('things', [getThing, createThing], (request, response) => {
      request.resume()
      waiting.push(response)
    })
    const answerNext = () => waiting.shift()!.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    return { upstream, waiting, answerNext }
  }
  const get = (url: string, address: string) =>
    open(
      url,
      `GET /v1/things/cup HTTP/1.1\r\nHost: a.example\r\nX-Forwarded-For: ${address}\r\nConnection: close\r\n\r\n`,
    )

  it('serves waiting callers in turn and drops the newest request of the caller with the most requests', async () => {
    const { upstream, waiting, answerNext } = await held()
    const settings = {
      ...severalAddresses,
      maxInFlightPerReplica: 1,
      maxWaitingPerService: 3,
      maxWaitingMs: 60_000,
    }
    const { url } = await startGateway([upstream], { settings })
    const flood: { answer: string }[] = []
    for (let i = 0; i < 6; i += 1) flood.push(await get(url, '192.0.2.1'))
    await expect.poll(() => flood.map(statusOf).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 503, 503])
    const other = await get(url, '192.0.2.2')
    await expect.poll(() => flood.filter((one) => statusOf(one) === 503).length).toBe(3)
    for (let answered = 1; answered <= 3; answered += 1) {
      await expect.poll(() => waiting.length).toBe(1)
      answerNext()
    }
    await expect.poll(() => statusOf(other)).toBe(200)
    await expect.poll(() => waiting.length).toBeLessThan(2)
    expect(flood.filter((one) => statusOf(one) === 200).length).toBeLessThan(3)
  })

  it("limits one caller to its share of the slots and forwards other callers' requests immediately", async () => {
    const { upstream, waiting } = await held()
    const settings = {
      ...severalAddresses,
      maxInFlightPerReplica: 8,
      maxSharePercent: 25,
      maxWaitingPerService: 8,
    }
    const { url } = await startGateway([upstream], { settings })
    for (let i = 0; i < 6; i += 1) await get(url, '192.0.2.1')
    await expect.poll(() => waiting.length).toBe(2)
    await get(url, '192.0.2.2')
    await expect.poll(() => waiting.length).toBe(3)
  })

  it("sends few new requests of one caller to a replica, so that other callers' requests do not wait behind them", async () => {
    const { upstream, waiting, answerNext } = await held()
    let nowMs = 0
    const clock = { ...systemClock, monotonicMs: () => nowMs }
    const settings = { ...severalAddresses, maxSharePercent: 25, maxWaitingPerService: 100 }
    const { url } = await startGateway([upstream], { settings, clock })
    for (let i = 0; i < 12; i += 1) await get(url, '192.0.2.1')
    await get(url, '192.0.2.2')
    await expect.poll(() => waiting.length).toBe(5)
    answerNext()
    await expect.poll(() => waiting.length).toBe(5)
    // When the requests are no longer new, more are sent even though none was answered.
    nowMs = 1000
    await expect.poll(() => waiting.length).toBe(9)
  })

  it('returns 503 to a caller that waited too long, and drops one that disconnected', async () => {
    const { upstream, waiting, answerNext } = await held()
    const settings = {
      ...severalAddresses,
      maxInFlightPerReplica: 1,
      maxWaitingPerService: 2,
      maxWaitingMs: 300,
    }
    const { url, metrics } = await startGateway([upstream], { settings })
    const first = await get(url, '192.0.2.1')
    await expect.poll(() => waiting.length).toBe(1)
    const gone = await get(url, '192.0.2.1')
    const late = await get(url, '192.0.2.2')
    gone.socket.destroy()
    await expect.poll(() => statusOf(late)).toBe(503)
    expect(late.answer).toMatch(/retry-after: 1/i)
    await expect.poll(() => metrics.registry.metrics()).toMatch(/gateway_waiting_requests\{[^}]*\} 0/)
    answerNext()
    await expect.poll(() => statusOf(first)).toBe(200)
    expect(waiting).toEqual([])
  })
})
