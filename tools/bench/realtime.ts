import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { newId } from '@wp/kernel'
import { alternate, median, ratio, report, startServer } from './measure.ts'
import type { BenchServer } from './measure.ts'
import { issuer, newOwnerTokens } from './parts/owner-tokens.ts'

// G8, G9: the cost of sending one event and a burst of 20 to thousands of sockets of one workspace, compared with a
// bare loop over `ws.send`. The clients only count bytes, so that mainly the server is measured.

const socketCount = Number(process.env['BENCH_SOCKETS'] ?? 5000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9)
const burst = 20
/** Broadcasts per measurement, because a single one is too short for the CPU clock. */
const repeats = 5

const { keys, tokenOf } = await newOwnerTokens()
const workspaceId = newId()
const token = await tokenOf(workspaceId)
process.env['BENCH_REALTIME'] = JSON.stringify({ workspaceId, issuer, keys })

/** Encodes a client frame. A zero mask leaves the bytes unchanged. */
const toClientFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

/** Opens a WebSocket that subscribes and then counts received bytes. */
const openSocket = (
  url: URL,
  until: string,
  onBytes: (count: number) => void,
  onCut: () => void,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname)
    let head = ''
    const readHead = (chunk: Buffer): void => {
      head += chunk.toString('latin1')
      if (!head.includes(until)) return
      socket.off('data', readHead)
      socket.on('data', (bytes) => onBytes(bytes.length))
      socket.on('close', onCut)
      resolve(socket)
    }
    socket.on('error', reject)
    socket.on('data', readHead)
    socket.write(
      [
        'GET /realtime HTTP/1.1',
        'Host: bench',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
        'Sec-WebSocket-Protocol: wp.v1',
        `Authorization: Bearer ${token}`,
        '\r\n',
      ].join('\r\n'),
    )
    socket.write(toClientFrame('{"type":"subscribe","channel":"jobs"}'))
  })

const openSubject = async (name: string, until: string) => {
  const server: BenchServer = await startServer(new URL('realtime.server.ts', import.meta.url), name)
  let received = 0
  let expected = Number.POSITIVE_INFINITY
  let onAll = (): void => undefined
  const count = (bytes: number): void => {
    received += bytes
    if (received >= expected) onAll()
  }
  let isClosing = false
  const onCut = (): void => {
    if (!isClosing) throw new Error(`${name} closed a socket, so its bytes cannot be counted`)
  }
  const sockets: Socket[] = []
  while (sockets.length < socketCount)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(100, socketCount - sockets.length) }, () =>
          openSocket(new URL(server.url), until, count, onCut),
        ),
      )),
    )
  const bytesFor = async (events: number): Promise<number> =>
    Number(await (await fetch(`${server.url}/${events}`)).text())

  /** Returns the milliseconds until the last socket has received the last byte. */
  const timeOf = async (events: number, bytes: number): Promise<number> => {
    received = 0
    expected = bytes * socketCount
    const all = new Promise<void>((resolve) => {
      onAll = resolve
    })
    const since = performance.now()
    await Promise.all([bytesFor(events), all])
    expected = Number.POSITIVE_INFINITY
    return performance.now() - since
  }
  const measure = async (events: number): Promise<{ ms: number; cpuMs: number }> => {
    const bytes = events * (await sizeOfOne)
    const times: number[] = []
    const before = await server.cpuMicros()
    for (let turn = 0; turn < repeats; turn += 1) times.push(await timeOf(events, bytes))
    return { ms: median(times), cpuMs: ((await server.cpuMicros()) - before) / 1000 / repeats }
  }
  const sizeOfOne = (async () => {
    const size = await bytesFor(1)
    while (received < size * socketCount) await new Promise((resolve) => setImmediate(resolve))
    return size
  })()
  await sizeOfOne
  return {
    measure,
    close: async () => {
      isClosing = true
      for (const socket of sockets) socket.destroy()
      await server.stop()
    },
  }
}

const bare = await openSubject('bare ws.send loop', '\r\n\r\n')
const ours = await openSubject('realtime', '"subscribed"')
const cpu: Record<string, number[]> = {}
const measured = (name: string, subject: typeof bare, events: number) => async (): Promise<number> => {
  const { ms, cpuMs } = await subject.measure(events)
  ;(cpu[name] ??= []).push(cpuMs)
  return ms
}
const subjects = {
  'bare, one event': measured('bare, one event, CPU', bare, 1),
  'realtime, one event': measured('realtime, one event, CPU', ours, 1),
  'bare, burst': measured('bare, burst, CPU', bare, burst),
  'realtime, burst': measured('realtime, burst, CPU', ours, burst),
}
for (const warmUp of Object.values(subjects)) await warmUp()
for (const values of Object.values(cpu)) values.length = 0
const times = await alternate(subjects, rounds)

await report({
  id: 'realtime',
  title: `Sending events to ${socketCount} sockets of one workspace`,
  unit: 'ms',
  results: { ...times, ...cpu },
  goals: [
    {
      goal: 'G8 one event, CPU: realtime / bare loop',
      value: ratio(cpu['realtime, one event, CPU']!, cpu['bare, one event, CPU']!),
      atMost: 1,
    },
    {
      goal: 'G8 one event, time until the last socket: realtime / bare loop',
      value: ratio(times['realtime, one event'], times['bare, one event']),
      atMost: 1.15,
    },
    {
      goal: 'G9 burst of 20, time until the last socket: realtime / bare loop',
      value: ratio(times['realtime, burst'], times['bare, burst']),
      atMost: 0.25,
    },
  ],
})
await Promise.all([bare.close(), ours.close()])
