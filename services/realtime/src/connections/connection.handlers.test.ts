import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRevocationList, createSigner, createVerifier, newKeyPair, remoteKeys } from '@wp/auth'
import { AppError, newId, systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { channelCatalogue } from '../channels/channel-catalogue.store.ts'
import { openChannels } from '../channels/channel.store.ts'
import type { RealtimeDeps } from '../deps.ts'
import { serveConnection } from './connection.handlers.ts'
import { connectionLimits } from './connection.rules.ts'
import type { ConnectionLimits } from './connection.rules.ts'
import { openConnections } from './connection.store.ts'

const pair = newKeyPair()
const issuing = { issuer: 'test', audience: 'test', clock: systemClock }

/** Serves connections with custom limits. Unless `storefront` is given, every job exists and never changes. */
const startServer = async (limits: Partial<ConnectionLimits>, storefront?: object) => {
  const revocations = createRevocationList({ clock: systemClock })
  revocations.touch()
  const keys = remoteKeys({ fetch: async () => ({ keys: [(await pair).publicJwk] }), clock: systemClock })
  const deps = {
    verifier: createVerifier({ ...issuing, keys, revocations }),
    clock: systemClock,
    logger: createLogger({ service: 'test', level: 'silent' }),
    catalogue: channelCatalogue(),
    sources: new Map([
      ['storefront', { place: { stream: '', sequence: 0 }, histories: new Map([['jobs', {}]]) }],
    ]),
    storefront: storefront ?? { getJob: async () => ({ job: {} }) },
    channels: openChannels(() => undefined),
    connections: openConnections(createMetrics('test'), 10),
    limits: { ...connectionLimits, ...limits },
  } as unknown as RealtimeDeps
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client) =>
      serveConnection(deps, client, socket, request.headers.authorization ?? null),
    ),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const signer = createSigner({ ...issuing, keys: { current: () => pair } })
  const connect = async (seconds: number, options: { autoPong?: boolean } = {}) => {
    const ids = { accountId: newId(), workspaceId: newId(), sessionId: newId(), staffId: null }
    const { token } = await signer.sign(
      { kind: 'workspace', role: 'owner', permissions: [], ...ids },
      { lifetimeSeconds: seconds },
    )
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
    const client = new WebSocket(url, { headers: { authorization: token }, ...options })
    onTestFinished(() => client.terminate())
    // Starts listening immediately, because on a busy machine the socket may close before the next await.
    const closed = once(client, 'close').then(([code]) => code as number)
    await Promise.race([once(client, 'message'), closed])
    return Object.assign(client, { closed })
  }
  return { connect }
}

describe('serveConnection', () => {
  it('terminates a client that does not answer pings and keeps one that does', async () => {
    const { connect } = await startServer({ pingMs: 1500 })
    const [silent, answering] = [await connect(60, { autoPong: false }), await connect(60)]
    let pings = 0
    answering.on('ping', () => (pings += 1))
    expect(await silent.closed).toBe(1006)
    await expect.poll(() => pings).toBeGreaterThan(1)
    expect(answering.readyState).toBe(WebSocket.OPEN)
  })

  it('closes with 4401 when the token expires', async () => {
    const { connect } = await startServer({ recheckMs: 20 })
    expect(await (await connect(2)).closed).toBe(4401)
  })

  it('rejects more than 20 messages a second with RATE_LIMITED and does not count them as bad frames', async () => {
    const { connect } = await startServer({})
    const client = await connect(60)
    const answers: string[] = []
    client.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as { type: string; error?: { code: string } }
      answers.push(message.error?.code ?? message.type)
    })
    const since = performance.now()
    for (let count = 0; count < 200; count += 1) client.send('{"type":"ping"}')
    await expect.poll(() => answers.length).toBe(200)
    const comeBack = Math.ceil(((performance.now() - since) / 1000) * 20)
    expect(answers.slice(0, 20)).toEqual(Array(20).fill('pong'))
    const answered = answers.filter((answer) => answer === 'pong').length
    expect(answered).toBeLessThanOrEqual(20 + comeBack)
    expect(answers.filter((answer) => answer === 'RATE_LIMITED')).toHaveLength(200 - answered)
    expect(client.readyState).toBe(WebSocket.OPEN)
  })

  it.each(['TIMEOUT', 'INTERNAL', 'UNAVAILABLE'] as const)(
    'answers UNAVAILABLE, which clients retry, when storefront fails with %s',
    async (code) => {
      const { connect } = await startServer({}, { getJob: () => Promise.reject(new AppError(code, 'No')) })
      const client = await connect(60)
      client.send(JSON.stringify({ type: 'subscribe', channel: `jobs.${newId()}` }))
      const [data] = (await once(client, 'message')) as [Buffer]
      expect(JSON.parse(data.toString())).toMatchObject({ type: 'error', error: { code: 'UNAVAILABLE' } })
    },
  )

  it('limits a connection to 100 channels, does not count resubscriptions and frees a slot on unsubscribe', async () => {
    const { connect } = await startServer({ messagesPerSecond: 1000 })
    const client = await connect(60)
    const ask = async (type: string, channel: string) => {
      client.send(JSON.stringify({ type, channel }))
      const [data] = (await once(client, 'message')) as [Buffer]
      const message = JSON.parse(data.toString()) as { type: string; error?: { code: string } }
      return message.error?.code ?? message.type
    }
    const channels = ['jobs', ...Array.from({ length: 99 }, () => `jobs.${newId()}`)]
    for (const channel of channels) expect(await ask('subscribe', channel)).toBe('subscribed')
    const next = `jobs.${newId()}`
    expect(await ask('subscribe', next)).toBe('RATE_LIMITED')
    expect(await ask('subscribe', 'jobs')).toBe('subscribed')
    expect(await ask('unsubscribe', channels[50]!)).toBe('unsubscribed')
    expect(await ask('subscribe', next)).toBe('subscribed')
    expect(await ask('subscribe', channels[50]!)).toBe('RATE_LIMITED')
  })
})
