import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRevocationList, createVerifier, remoteKeys } from '@wp/auth'
import type { KeyPair } from '@wp/auth'
import { systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { WebSocketServer } from 'ws'
import { relay } from '../../services/realtime/src/channels/channel.actions.ts'
import { channelCatalogue } from '../../services/realtime/src/channels/channel-catalogue.store.ts'
import { openChannels } from '../../services/realtime/src/channels/channel.store.ts'
import { toEventMessage } from '../../services/realtime/src/channels/channel.view.ts'
import type { Source } from '../../services/realtime/src/channels/source.store.ts'
import { serveConnection } from '../../services/realtime/src/connections/connection.handlers.ts'
import {
  connectionLimits,
  readUpgradeToken,
} from '../../services/realtime/src/connections/connection.rules.ts'
import { openConnections } from '../../services/realtime/src/connections/connection.store.ts'
import { toFrame } from '../../services/realtime/src/sockets/frame.rules.ts'
import type { RealtimeDeps } from '../../services/realtime/src/deps.ts'
import { announce } from './measure.ts'

// Runs either a bare loop over `ws.send` or realtime with its connections and channels. Events come from this process
// instead of NATS. `GET /<count>` sends this many events to every socket and returns the number of bytes sent to
// each.

const {
  workspaceId,
  issuer,
  keys: keysOfBench,
} = JSON.parse(process.env['BENCH_REALTIME']!) as {
  workspaceId: string
  issuer: { issuer: string; audience: string }
  keys: KeyPair
}
const event = {
  id: 'e'.repeat(24),
  type: 'wp.storefront.job.progressed.v1',
  time: new Date().toISOString(),
  workspaceId,
  requestId: null,
  traceparent: null,
  data: {
    jobId: 'a'.repeat(24),
    status: 'processing',
    progress: 40,
    step: 'draft',
    message: 'Writing the post for the blue vase',
    meta: { model: 'small', tokens: 1234 },
    at: new Date().toISOString(),
  },
}
const catalogue = channelCatalogue()
/** Starts high enough that the number of digits never changes, so that all events have the same size. */
let sequence = 1_000_000
const nextText = () => JSON.stringify(toEventMessage(catalogue, event, 'jobs', (sequence += 1), true))
const unused = (): never => {
  throw new Error('The benchmark replays nothing')
}
const sockets = new WebSocketServer({
  noServer: true,
  perMessageDeflate: false,
  handleProtocols: () => 'wp.v1',
})

const bareLoop = () => ({
  accept: (): void => undefined,
  sendAll: (count: number): void => {
    for (let sent = 0; sent < count; sent += 1) {
      const data = Buffer.from(nextText())
      for (const client of sockets.clients) client.send(data, { binary: false })
    }
  },
})

const ours = () => {
  const clock = systemClock
  const revocations = createRevocationList({ clock })
  setInterval(() => revocations.touch(), 500).unref()
  revocations.touch()
  const keys = remoteKeys({ fetch: async () => ({ keys: [keysOfBench.publicJwk] }), clock })
  const source: Source = {
    publisher: 'storefront',
    channels: [],
    histories: new Map([['jobs', { bounds: unused, read: unused }]]),
    place: { stream: 'bench', sequence },
  }
  const deps = {
    verifier: createVerifier({ keys, ...issuer, clock, revocations }),
    clock,
    logger: createLogger({ service: 'bench', level: 'silent' }),
    catalogue,
    sources: new Map([[source.publisher, source]]),
    channels: openChannels(() => undefined),
    connections: openConnections(createMetrics('bench'), Number.POSITIVE_INFINITY),
    // The benchmark's sockets do not answer pings.
    limits: { ...connectionLimits, pingMs: 24 * 3_600_000 },
  } as unknown as RealtimeDeps
  return {
    accept: (...[client, socket, headers]: Parameters<Server['accept']>) =>
      serveConnection(deps, client, socket, readUpgradeToken(headers)),
    sendAll: (count: number) => {
      for (let sent = 0; sent < count; sent += 1)
        relay(deps, source, event, { stream: 'bench', sequence: (sequence += 1) })
    },
  }
}

type Server = {
  accept(
    client: Parameters<typeof serveConnection>[1],
    socket: Parameters<typeof serveConnection>[2],
    headers: Parameters<typeof readUpgradeToken>[0],
  ): void
  sendAll(count: number): void
}

const subject: Server = process.argv[2] === 'realtime' ? ours() : bareLoop()
const server = createServer((request, response) => {
  const count = Number(request.url!.slice(1))
  subject.sendAll(count)
  response.end(`${count * toFrame(nextText()).length}`)
})
server.on('upgrade', (request, socket, head) =>
  sockets.handleUpgrade(request, socket, head, (client) => subject.accept(client, socket, request.headers)),
)
server.listen(0, '127.0.0.1', 4096, () =>
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
