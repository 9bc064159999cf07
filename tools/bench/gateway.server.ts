import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { createRevocationList, createVerifier, remoteKeys, type KeyPair } from '@wp/auth'
import { readConfig } from '@wp/config'
import {
  bearerToken,
  instanceHeader,
  requestMeter,
  routesOf,
  toManifestRoute,
  toOpenApi,
  type RequestMeter,
} from '@wp/http'
import { newId, systemClock } from '@wp/kernel'
import { openOrigins } from '@wp/runtime'
import { createLogger, createMetrics } from '@wp/telemetry'
import { Pool, type Dispatcher } from 'undici'
import * as contract from '../../services/gateway/src/contract.ts'
import { gatewayConfig } from '../../services/gateway/src/config.ts'
import { createGateway } from '../../services/gateway/src/gateway.ts'
import { securityHeaders } from '../../services/gateway/src/replies/security-headers.ts'
import { routeTable } from '../../services/gateway/src/routing/route-table.ts'
import { routesOfPlatform } from './gateway.routes.ts'
import { announce } from './measure.ts'
import { issuer } from './parts/owner-tokens.ts'

// Runs the benchmark server named in the argument: the upstream service, one of three bare proxies or the gateway.

/** The gateway leaves these out of JSON replies. */
const pageHeaders = new Set(['referrer-policy', 'x-frame-options'])

const upstreamUrl = process.env['BENCH_UPSTREAM'] ?? ''
const { hostname, port } = upstreamUrl === '' ? { hostname: '', port: '' } : new URL(upstreamUrl)

const reply = Buffer.from(
  JSON.stringify({ client: { id: '5f'.repeat(12), name: 'Mona', notes: 'x'.repeat(600) } }),
)

const upstream = () =>
  createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length })
    response.end(reply)
  })

/** Creates a proxy that uses only node:http. */
const keepAliveProxy = () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  return createServer((request, response) => {
    const { method, url: path, headers } = request
    const outgoing = httpRequest({ agent, hostname, port, method, path, headers }, (incoming) => {
      response.writeHead(incoming.statusCode!, incoming.headers)
      incoming.pipe(response)
    })
    request.pipe(outgoing)
  })
}

/** Creates a proxy that uses undici's dispatch, its cheapest API. */
const undiciProxy = () => {
  const pool = new Pool(upstreamUrl, { connections: 256, pipelining: 1 })
  return createServer((request, response) => {
    const { method, url, headers } = request
    const { connection: _connection, host: _host, ...rest } = headers
    pool.dispatch(
      {
        path: url!,
        method: method as Dispatcher.HttpMethod,
        headers: rest,
        body: method === 'GET' ? null : request,
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, status, { connection: _hop, 'keep-alive': _hint, ...own }) => {
          response.writeHead(status, own)
        },
        onResponseData: (_controller, chunk) => void response.write(chunk),
        onResponseEnd: () => void response.end(),
        onResponseError: () => void response.destroy(),
      },
    )
  })
}

const openVerifier = () => {
  const { publicJwk } = JSON.parse(process.env['BENCH_KEYS']!) as KeyPair
  const clock = systemClock
  const revocations = createRevocationList({ clock })
  setInterval(() => revocations.touch(), 500).unref()
  revocations.touch()
  const keys = remoteKeys({ fetch: async () => ({ keys: [publicJwk] }), clock })
  return createVerifier({ keys, ...issuer, clock, revocations })
}

const benchRoutes = () => {
  const manifest = {
    service: 'bench',
    instance: 'a',
    address: upstreamUrl,
    since: new Date().toISOString(),
    routes: routesOfPlatform().map(toManifestRoute),
    upgrades: [],
  }
  return routeTable(new Map([['bench.a', manifest]]), () => true, new Map())
}

const many = '1000000000'
const keepAliveTimeout = 30_000

/**
 * Creates an undici proxy that does only what every request needs: its route, one lookup of the token and its
 * revocation, a request id, a deadline, one count for the rate limit and one for its workspace's requests in flight, the
 * gateway's headers in both directions, and the metrics of its route. It has no shares, queues, retries or log, and
 * assumes that a reply arrives in one chunk, which goes out in one write with its headers.
 */
const minimalProxy = () => {
  const verifier = openVerifier()
  const timeouts = { headersTimeout: 30_000, bodyTimeout: 30_000 }
  const pool = new Pool(upstreamUrl, { connections: 256, pipelining: 1, ...timeouts })
  const secured = securityHeaders().filter(([name]) => !pageHeaders.has(name))
  const constant = ['ratelimit-policy', `"default";q=${many};w=60`, ...secured.flat()]
  let left = Number(many)
  const table = benchRoutes()
  const meters = new Map<string, RequestMeter>()
  const createMeter = requestMeter(createMetrics('bench'))
  for (const route of table.routeIds) meters.set(route, createMeter(route))
  const inFlight = new Map<string, number>()
  const count = (workspaceId: string, more: 1 | -1): void => {
    const now = (inFlight.get(workspaceId) ?? 0) + more
    if (now === 0) inFlight.delete(workspaceId)
    else inFlight.set(workspaceId, now)
  }
  const forward = (request: IncomingMessage, response: ServerResponse): void => {
    const started = performance.now()
    const { method, url, headers } = request
    const found = table.match(method!, url!.slice('/v1'.length), true)
    if (found.kind !== 'found') return void response.destroy()
    const [workspaceId] = found.params
    count(workspaceId!, 1)
    response.on('close', () => {
      count(workspaceId!, -1)
      meters.get(found.value.id)!(response.statusCode, (performance.now() - started) / 1000)
    })
    const id = newId()
    const sent: string[] = []
    for (const name in headers) if (name !== 'connection') sent.push(name, headers[name] as string)
    const address = request.socket.remoteAddress!
    sent.push('x-request-id', id, 'x-forwarded-for', address, instanceHeader, 'bench.a')
    pool.dispatch(
      { path: url!, method: method as Dispatcher.HttpMethod, headers: sent },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, status, own) => {
          left -= 1
          const list = ['x-request-id', id, 'ratelimit', `"default";r=${left};t=60`, ...constant]
          for (const name in own)
            if (name !== 'connection' && name !== 'keep-alive') list.push(name, own[name] as string)
          response.writeHead(status, list)
        },
        onResponseData: (_controller, chunk) => void response.end(chunk.toString('latin1'), 'latin1'),
        onResponseEnd: () => undefined,
        onResponseError: () => void response.destroy(),
      },
    )
  }
  return createServer({ keepAliveTimeout }, (request, response) => {
    const token = bearerToken(request.headers.authorization)
    if (verifier.getCached(token)) return forward(request, response)
    verifier.verify(token).then(
      () => forward(request, response),
      () => void response.destroy(),
    )
  })
}

const gateway = () => {
  const table = benchRoutes()
  const clock = systemClock
  const info = { title: 'Bench', version: '1' }
  return createGateway({
    exchangeApiKey: () => Promise.reject(new Error('the benchmark uses no API keys')),
    origins: openOrigins({ allowedOrigins: [], publicUrl: 'http://127.0.0.1', nodeEnv: 'production' }),
    settings: readConfig(gatewayConfig, {
      RATE_LIMIT_DEFAULT: many,
      RATE_LIMIT_SIGNUP: many,
      RATE_LIMIT_AUTH: many,
      RATE_LIMIT_WEBHOOK: many,
      RATE_LIMIT_ORDER: many,
      RATE_LIMIT_ORDER_PER_STORE: many,
      RATE_LIMIT_ATTEMPT: many,
      RATE_LIMIT_MODEL: many,
      RATE_LIMIT_LARGE: many,
      RATE_LIMIT_REDELIVERY: many,
      RATE_LIMIT_API_KEY: many,
    }),
    routes: {
      table: () => table,
      documents: () => new Map(),
      domainAt: () => null,
      version: () => 1,
      onChange: () => undefined,
      drop: () => undefined,
      close: async () => undefined,
    },
    verifier: openVerifier(),
    ownDocument: toOpenApi(routesOf(contract), info),
    info,
    clock,
    logger: createLogger({ service: 'bench', destination: new PassThrough().resume() }),
    metrics: createMetrics('bench'),
  }).server
}

const servers: Record<
  string,
  () => ReturnType<typeof createServer<typeof IncomingMessage, typeof ServerResponse>>
> = {
  upstream,
  'keep-alive proxy': keepAliveProxy,
  'undici proxy': undiciProxy,
  'minimal proxy': minimalProxy,
  gateway,
}

const make = servers[process.argv[2] ?? '']
if (!make) throw new Error(`Unknown server "${process.argv[2]}"`)
const server = make()
server.listen(0, '127.0.0.1', () => announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
