import { connect } from 'node:net'
import fc from 'fast-check'
import { platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'

const payloadCount = process.env['FULL'] === '1' ? 1000 : 25
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array).toString('latin1'))
const oddTargets = [
  '/',
  '//',
  '//[',
  '*',
  '/live',
  '/ready?%ff',
  'http://[::1',
  'http://',
  '/%',
  '/\\',
  '?',
  '#',
]
/** Otherwise valid requests with unusual targets, which are sent in every run. */
const alwaysSent = oddTargets.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
const target = fc.oneof(
  fc.constantFrom(...oddTargets),
  bytes.map((text) => `/${text}`),
)
const method = fc.oneof(
  fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'CONNECT', 'TRACE', 'PRI', 'QUERY', 'get'),
  bytes,
)
const header = fc.oneof(
  fc.constantFrom(
    'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13',
    'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk',
    'Expect: 100-continue',
    'Expect: the unexpected',
    'Transfer-Encoding: chunked',
    'Content-Length: 5',
    'Content-Length: 99999999999999999999',
    'X-Forwarded-For: [::1]:x, , 1.2.3.4:5',
    'X-Request-Id: \u00ff',
    'traceparent: 00-0-0-0',
    'Cookie: =;;=%',
    'Authorization: Bearer ..',
    'If-None-Match: *',
  ),
  fc.tuple(bytes, bytes).map(([name, value]) => `${name}: ${value}`),
)
const request = fc
  .tuple(
    method,
    target,
    fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9'),
    fc.array(header, { maxLength: 4 }),
    bytes,
  )
  .map(([verb, path, version, headers, body]) =>
    [`${verb} ${path} ${version}`, 'Host: a', ...headers, '', body].join('\r\n'),
  )
const frames = fc
  .array(fc.tuple(fc.nat(20), fc.nat(10), fc.nat(255), fc.nat(2 ** 31 - 1)), { maxLength: 6 })
  .map((list) => {
    const all = list.map(([length, type, flags, stream]) => {
      const frame = Buffer.alloc(9 + length)
      frame.writeUIntBE(length, 0, 3)
      frame.writeUInt8(type, 3)
      frame.writeUInt8(flags, 4)
      frame.writeUInt32BE(stream, 5)
      return frame
    })
    return `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${Buffer.concat(all).toString('latin1')}`
  })
const payload = fc.oneof(
  request,
  frames,
  bytes,
  fc.constantFrom('', '\r\n\r\n', '\0'.repeat(50), '\x16\x03\x01\x02\x00\x01'),
)

/** Sends raw bytes and disconnects: immediately with `atOnce`, otherwise after a reply or a timeout. */
const pour = (address: string, text: string, atOnce: boolean): Promise<void> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(address.includes('://') ? address : `tcp://${address}`)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.setTimeout(200, () => socket.destroy())
    socket.on('error', () => undefined).on('close', () => resolve())
    socket.on('connect', () => {
      socket.write(text, 'latin1')
      if (atOnce) socket.resetAndDestroy()
    })
    socket.once('data', () => socket.destroy())
  })

const startTime = async (ops: string): Promise<string | undefined> => {
  const metrics = await (
    await fetch(new URL('/metrics', ops), { signal: AbortSignal.timeout(10_000) })
  ).text()
  return /process_start_time_seconds\S* (\S+)/.exec(metrics)?.[1]
}

describe('ports', () => {
  it.each(Object.keys(platform().services))(
    `%s survives random bytes on all of its ports (seed ${seed})`,
    { timeout: 600_000 },
    async (name) => {
      const { http, rpc, ops } = platform().services[name]![0]!
      const before = await startTime(ops)
      expect(before).toBeDefined()
      const addresses = [http, rpc, ops].filter((address) => address) // Not every service has a gRPC port.
      const texts = [...alwaysSent, ...fc.sample(payload, { numRuns: payloadCount, seed })]
      for (let index = 0; index < texts.length; index += 25)
        await Promise.all(
          texts
            .slice(index, index + 25)
            .flatMap((text, offset) =>
              addresses.map((address) => pour(address, text, offset % 2 === 1 && !alwaysSent.includes(text))),
            ),
        )
      expect(await startTime(ops)).toBe(before)
      expect((await fetch(new URL('/ready', ops))).status).toBe(200)
    },
  )
})
