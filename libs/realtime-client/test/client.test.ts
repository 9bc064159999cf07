import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { connectRealtime } from '../src/index.ts'
import type { ClientMessage, RealtimeOptions, ServerMessage } from '../src/index.ts'

type Accepted = {
  protocols: string
  say(...messages: ServerMessage[]): void
  /** What the client says next. */
  hear(): Promise<ClientMessage>
  socket: WebSocket
}

/** A server that says only what a test tells it to. */
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
    const heard: ClientMessage[] = []
    const listening: ((message: ClientMessage) => void)[] = []
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as ClientMessage
      const resolve = listening.shift()
      if (resolve) resolve(message)
      else heard.push(message)
    })
    const one: Accepted = {
      protocols: request.headers['sec-websocket-protocol'] ?? '',
      socket,
      say: (...messages) => messages.forEach((message) => socket.send(JSON.stringify(message))),
      hear: () =>
        heard.length > 0
          ? Promise.resolve(heard.shift()!)
          : new Promise((resolve) => void listening.push(resolve)),
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
  const [seen, states, errors, asked]: [number[], string[], string[], boolean[]] = [[], [], [], []]
  const client = connectRealtime({
    url: server.url,
    token: ({ isRefused }) => {
      asked.push(isRefused)
      return `token${asked.length}`
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
  return { server, client, subscription, seen, states, errors, asked }
}

test('goes on after the last number when the connection comes back, and drops what comes twice', async () => {
  const { server, seen, states } = await open()
  const first = await server.accept()
  expect(first.protocols).toBe('wp.v1, bearer.token1')
  first.say(ready)
  expect(await first.hear()).toEqual({ type: 'subscribe', channel: 'jobs' })
  first.say(subscribed(4), event(5), event(6), event(6))
  await expect.poll(() => seen).toEqual([5, 6])
  first.socket.terminate()
  const second = await server.accept()
  second.say(ready)
  expect(await second.hear()).toEqual({ type: 'subscribe', channel: 'jobs', after: 6 })
  second.say(subscribed(9), event(6), event(7), event(9))
  await expect.poll(() => seen).toEqual([5, 6, 7, 9])
  expect(states).toEqual(['connecting', 'ready', 'waiting', 'connecting', 'ready'])
})

test('connects with another WebSocket where the runtime has none', async () => {
  const { server, seen } = await open({}, { WebSocket })
  const first = await server.accept()
  expect(first.protocols).toBe('wp.v1,bearer.token1')
  first.say(ready)
  await first.hear()
  first.say(subscribed(4), event(5))
  await expect.poll(() => seen).toEqual([5])
})

test('resumes where the channel was when it heard nothing yet', async () => {
  const { server } = await open()
  const first = await server.accept()
  first.say(ready, subscribed(4))
  await first.hear()
  first.say({ type: 'pong' })
  await expect.poll(() => first.socket.bufferedAmount).toBe(0)
  first.socket.close()
  const second = await server.accept()
  second.say(ready)
  expect(await second.hear()).toEqual({ type: 'subscribe', channel: 'jobs', after: 4 })
})

test('takes a snapshot for lost history, and goes on from its number also where that is lower', async () => {
  const { server, seen } = await open({ after: 500 })
  const first = await server.accept()
  first.say(ready)
  expect(await first.hear()).toEqual({ type: 'subscribe', channel: 'jobs', after: 500 })
  first.say(subscribed(60), { type: 'snapshot', channel: 'jobs', seq: 60, data: null }, event(61))
  await expect.poll(() => seen).toEqual([-60, 61])
})

test('goes on when the server counts anew and there is nothing to show', async () => {
  const { server, seen } = await open({ after: 500 })
  const first = await server.accept()
  first.say(ready, subscribed(60), event(61))
  await expect.poll(() => seen).toEqual([61])
})

test('asks for a fresh token when one was refused', async () => {
  const { server, asked } = await open()
  const first = await server.accept()
  first.socket.close(4401, 'expired')
  const second = await server.accept()
  expect(second.protocols).toBe('wp.v1, bearer.token2')
  expect(asked).toEqual([false, true])
})

test('hands over a fresh token while it is connected', async () => {
  const { server, client, states } = await open()
  const first = await server.accept()
  first.say(ready)
  await first.hear()
  await expect.poll(() => states).toContain('ready')
  client.authenticate('fresh')
  expect(await first.hear()).toEqual({ type: 'auth', token: 'fresh' })
})

test('asks again for a channel that could not be had now, not for one that it may not hear', async () => {
  const { server, errors } = await open()
  const first = await server.accept()
  first.say(ready)
  await first.hear()
  first.say({ type: 'error', channel: 'jobs', error: { code: 'RATE_LIMITED', message: '' } })
  expect(await first.hear()).toEqual({ type: 'subscribe', channel: 'jobs' })
  first.say({ type: 'error', channel: 'jobs', error: { code: 'FORBIDDEN', message: '' } })
  await expect.poll(() => errors).toEqual(['FORBIDDEN'])
})

test('stops listening, and ends for good', async () => {
  const { server, client, subscription, seen, states } = await open()
  const first = await server.accept()
  first.say(ready)
  await first.hear()
  subscription.close()
  expect(await first.hear()).toEqual({ type: 'unsubscribe', channel: 'jobs' })
  first.say(event(1))
  client.close()
  await once(first.socket, 'close')
  expect([seen, states.at(-1)]).toEqual([[], 'closed'])
})
