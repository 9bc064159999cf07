import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { connectRealtime } from '../src/realtime/index.ts'
import type {
  ClientMessage,
  RealtimeOptions,
  ResourceChannels,
  ServerMessage,
} from '../src/realtime/index.ts'

type Accepted = {
  protocols: string
  send(...messages: ServerMessage[]): void
  /** Returns the client's next message. */
  receive(): Promise<ClientMessage>
  socket: WebSocket
}

/** Starts a server that only sends the messages given by the test. */
const startServer = async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'wp.v1' })
  await once(server, 'listening')
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  const accepted: Accepted[] = []
  const waiting: ((one: Accepted) => void)[] = []
  server.on('connection', (socket, request) => {
    const received: ClientMessage[] = []
    const receivers: ((message: ClientMessage) => void)[] = []
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as ClientMessage
      const resolve = receivers.shift()
      if (resolve) resolve(message)
      else received.push(message)
    })
    const one: Accepted = {
      protocols: request.headers['sec-websocket-protocol'] ?? '',
      socket,
      send: (...messages) => messages.forEach((message) => socket.send(JSON.stringify(message))),
      receive: () =>
        received.length > 0
          ? Promise.resolve(received.shift()!)
          : new Promise((resolve) => void receivers.push(resolve)),
    }
    const resolve = waiting.shift()
    if (resolve) resolve(one)
    else accepted.push(one)
  })
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accept: (): Promise<Accepted> =>
      accepted.length > 0
        ? Promise.resolve(accepted.shift()!)
        : new Promise((resolve) => void waiting.push(resolve)),
  }
}

const event = (seq: number): ServerMessage => ({
  type: 'event',
  channel: 'jobs',
  seq,
  id: `id-${seq}`,
  at: '2027-03-10T09:00:00.000Z',
  event: 'job.progress',
  data: { jobId: 'a', status: 'processing', progress: seq, step: '', message: '' },
})
const subscribed = (seq: number): ServerMessage => ({ type: 'subscribed', channel: 'jobs', seq })
const ready: ServerMessage = { type: 'ready' }

const open = async (options: { after?: number } = {}, more: Partial<RealtimeOptions> = {}) => {
  const server = await startServer()
  const [seen, states, errors, tokenCalls]: [number[], string[], string[], boolean[]] = [[], [], [], []]
  const client = connectRealtime({
    url: server.url,
    token: ({ isRefused }) => {
      tokenCalls.push(isRefused)
      return `token${tokenCalls.length}`
    },
    onStatus: (status) => void states.push(status),
    random: () => 0.01,
    ...more,
  })
  onTestFinished(() => client.close())
  const subscription = client.subscribe('jobs', {
    ...options,
    onEvent: ({ seq }) => void seen.push(seq),
    onSnapshot: ({ seq }) => void seen.push(-seq),
    onError: ({ code }) => void errors.push(code),
  })
  return { server, client, subscription, seen, states, errors, tokenCalls }
}

describe('connectRealtime', () => {
  it('resumes after the last event when it reconnects, and drops duplicates', async () => {
    const { server, seen, states } = await open()
    const first = await server.accept()
    expect(first.protocols).toBe('wp.v1, bearer.token1')
    first.send(ready)
    expect(await first.receive()).toEqual({ type: 'subscribe', channel: 'jobs' })
    first.send(subscribed(4), event(5), event(6), event(6))
    await expect.poll(() => seen).toEqual([5, 6])
    first.socket.terminate()
    const second = await server.accept()
    second.send(ready)
    expect(await second.receive()).toEqual({ type: 'subscribe', channel: 'jobs', after: 6 })
    second.send(subscribed(9), event(6), event(7), event(9))
    await expect.poll(() => seen).toEqual([5, 6, 7, 9])
    expect(states).toEqual(['connecting', 'ready', 'waiting', 'connecting', 'ready'])
  })

  it('connects with the given WebSocket class', async () => {
    const { server, seen } = await open({}, { WebSocket })
    const first = await server.accept()
    expect(first.protocols).toBe('wp.v1,bearer.token1')
    first.send(ready)
    await first.receive()
    first.send(subscribed(4), event(5))
    await expect.poll(() => seen).toEqual([5])
  })

  it('resumes at the sequence number of the subscription when no event has arrived yet', async () => {
    const { server } = await open()
    const first = await server.accept()
    first.send(ready, subscribed(4))
    await first.receive()
    first.send({ type: 'pong' })
    await expect.poll(() => first.socket.bufferedAmount).toBe(0)
    first.socket.close()
    const second = await server.accept()
    second.send(ready)
    expect(await second.receive()).toEqual({ type: 'subscribe', channel: 'jobs', after: 4 })
  })

  it('accepts a snapshot and continues from its sequence number, even if it is lower than the requested one', async () => {
    const { server, seen } = await open({ after: 500 })
    const first = await server.accept()
    first.send(ready)
    expect(await first.receive()).toEqual({ type: 'subscribe', channel: 'jobs', after: 500 })
    first.send(subscribed(60), { type: 'snapshot', channel: 'jobs', seq: 60, data: null }, event(61))
    await expect.poll(() => seen).toEqual([-60, 61])
  })

  it('continues when the server restarts its numbering without a snapshot', async () => {
    const { server, seen } = await open({ after: 500 })
    const first = await server.accept()
    first.send(ready, subscribed(60), event(61))
    await expect.poll(() => seen).toEqual([61])
  })

  it('requests a new token when the previous one was rejected', async () => {
    const { server, tokenCalls } = await open()
    const first = await server.accept()
    first.socket.close(4401, 'expired')
    const second = await server.accept()
    expect(second.protocols).toBe('wp.v1, bearer.token2')
    expect(tokenCalls).toEqual([false, true])
  })

  it('sends a new token on the open connection', async () => {
    const { server, client, states } = await open()
    const first = await server.accept()
    first.send(ready)
    await first.receive()
    await expect.poll(() => states).toContain('ready')
    client.authenticate('fresh')
    expect(await first.receive()).toEqual({ type: 'auth', token: 'fresh' })
  })

  it('retries a rate-limited channel, and reports a forbidden one', async () => {
    const { server, errors } = await open()
    const first = await server.accept()
    first.send(ready)
    await first.receive()
    first.send({ type: 'error', channel: 'jobs', error: { code: 'RATE_LIMITED', message: '' } })
    expect(await first.receive()).toEqual({ type: 'subscribe', channel: 'jobs' })
    first.send({ type: 'error', channel: 'jobs', error: { code: 'FORBIDDEN', message: '' } })
    await expect.poll(() => errors).toEqual(['FORBIDDEN'])
  })

  it('retries a channel that timed out on the server, and reports one that does not exist', async () => {
    const { server, errors } = await open()
    const first = await server.accept()
    first.send(ready)
    await first.receive()
    first.send({ type: 'error', channel: 'jobs', error: { code: 'TIMEOUT', message: '' } })
    expect(await first.receive()).toEqual({ type: 'subscribe', channel: 'jobs' })
    first.send({ type: 'error', channel: 'jobs', error: { code: 'NOT_FOUND', message: '' } })
    await expect.poll(() => errors).toEqual(['NOT_FOUND'])
  })

  it.each(['replacing', 'closing'])(
    'ignores events of an earlier subscription after %s it, and replays the whole history',
    async (how) => {
      const { server, client, subscription, seen } = await open()
      const first = await server.accept()
      first.send(ready)
      await first.receive()
      first.send(subscribed(4), event(5))
      await expect.poll(() => seen).toEqual([5])
      if (how === 'closing') subscription.close()
      const replayed: number[] = []
      client.subscribe('jobs', { after: 0, onEvent: ({ seq }) => void replayed.push(seq) })
      expect(await first.receive()).toEqual({ type: 'unsubscribe', channel: 'jobs' })
      expect(await first.receive()).toEqual({ type: 'subscribe', channel: 'jobs', after: 0 })
      // Event 6 was still in transit when the client unsubscribed; the other messages answer the client's last two.
      first.send(event(6), { type: 'unsubscribed', channel: 'jobs' })
      first.send(subscribed(6), event(4), event(5), event(6))
      await expect.poll(() => replayed).toEqual([4, 5, 6])
      expect(seen).toEqual([5])
    },
  )

  it('retries an unsubscribe and the following subscribe when the server answers RATE_LIMITED', async () => {
    const { server, client } = await open()
    const first = await server.accept()
    first.send(ready)
    await first.receive()
    first.send(subscribed(4))
    const replayed: number[] = []
    await expect.poll(() => first.socket.bufferedAmount).toBe(0)
    client.subscribe('jobs', { after: 0, onEvent: ({ seq }) => void replayed.push(seq) })
    await first.receive()
    await first.receive()
    const tooFast = { code: 'RATE_LIMITED', message: '' }
    first.send({ type: 'error', channel: 'jobs', error: tooFast }, event(5))
    expect(await first.receive()).toEqual({ type: 'unsubscribe', channel: 'jobs' })
    expect(await first.receive()).toEqual({ type: 'subscribe', channel: 'jobs', after: 0 })
    first.send({ type: 'unsubscribed', channel: 'jobs' }, subscribed(5), event(4), event(5))
    await expect.poll(() => replayed).toEqual([4, 5])
  })

  it('tries again later when the WebSocket constructor throws', async () => {
    let attempts = 0
    const { server } = await open(
      {},
      {
        WebSocket: class extends WebSocket {
          constructor(url: string, protocols: string[]) {
            attempts += 1
            if (attempts === 1) throw new SyntaxError('invalid URL')
            super(url, protocols)
          }
        },
      },
    )
    await server.accept()
    expect(attempts).toBe(2)
  })

  it('unsubscribes from a channel, ignores its later events and closes the connection', async () => {
    const { server, client, subscription, seen, states } = await open()
    const first = await server.accept()
    first.send(ready)
    await first.receive()
    subscription.close()
    expect(await first.receive()).toEqual({ type: 'unsubscribe', channel: 'jobs' })
    first.send(event(1))
    client.close()
    await once(first.socket, 'close')
    expect([seen, states.at(-1)]).toEqual([[], 'closed'])
  })

  it("reports a rejected origin with the platform's reason and keeps trying", async () => {
    const refusals: string[] = []
    const { server, seen } = await open(
      {},
      { onError: ({ message }) => void refusals.push(message), random: () => 0 },
    )
    const first = await server.accept()
    first.socket.close(4403, 'Add the origin to ALLOWED_ORIGINS')
    const second = await server.accept()
    expect(refusals).toEqual(['Add the origin to ALLOWED_ORIGINS'])
    second.send(ready)
    await second.receive()
    second.send(subscribed(0), event(1))
    await expect.poll(() => seen).toEqual([1])
  })

  it('types the events of each channel', async () => {
    const { client, server } = await open()
    const first = await server.accept()
    first.send(ready)
    await first.receive()
    const received: unknown[] = []
    client.subscribe('sessions', {
      onEvent: ({ event: type, data }) => {
        expectTypeOf(type).toEqualTypeOf<ResourceChannels['sessions']['event']>()
        if (data.isTruncated) expectTypeOf(data.session).toEqualTypeOf<{ id: string }>()
        else expectTypeOf(data.session.startTime).toBeString()
        received.push(type, data)
      },
      onSnapshot: ({ data }) => expectTypeOf(data).toBeNull(),
    })
    // @ts-expect-error there is no such channel
    client.subscribe('session', { onEvent: () => undefined })
    expect(await first.receive()).toEqual({ type: 'subscribe', channel: 'sessions' })
    const data = { session: { id: 'a' }, isTruncated: true as const }
    first.send({ type: 'subscribed', channel: 'sessions', seq: 1 })
    first.send({
      type: 'event',
      channel: 'sessions',
      seq: 2,
      id: 'e',
      at: '',
      event: 'session.created',
      data,
    })
    await expect.poll(() => received).toEqual(['session.created', data])
  })
})
