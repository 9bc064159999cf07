import { toOpenApi, routesOf } from '@wp/http'
import { openOrigins } from '@wp/runtime'
import { onTestFinished } from 'vitest'
import * as contract from '../src/contract.ts'
import { createGateway, type GatewayDeps, type GatewaySettings } from '../src/gateway.ts'
import type { RouteSource } from '../src/routing/route-source.ts'
import { routeTable } from '../src/routing/route-table.ts'
import { toDocuments, listen, toManifests, silentDeps, tokens, type Upstream } from './upstreams.ts'

export const settings: GatewaySettings = {
  rateLimitDefault: 100_000,
  rateLimitSignup: 100_000,
  rateLimitAuth: 100_000,
  rateLimitWebhook: 100_000,
  rateLimitOrder: 100_000,
  rateLimitOrderPerStore: 100_000,
  rateLimitBooking: 100_000,
  rateLimitAttempt: 100_000,
  rateLimitModel: 100_000,
  rateLimitLarge: 100_000,
  rateLimitRedelivery: 100_000,
  rateLimitApiKey: 100_000,
  maxInFlight: 1000,
  maxSharePercent: 100,
  maxConnections: 10_000,
  maxUnfinishedBodies: 1000,
  maxBufferedMb: 128,
  bodyIdleMs: 5000,
  bodyBytesPerSecond: 16_000,
  maxUploads: 100,
  maxUploadsPerReplica: 64,
  uploadMb: 1024,
  uploadMbPerWorkspace: 48,
  maxWaitingPerService: 0,
  maxWaitingMs: 5000,
  maxInFlightPerReplica: 256,
  upstreamLateMs: 2000,
  maxSocketsPerAddress: 50,
  upstreamTimeoutMs: 5000,
  trustedProxies: [],
}

/** The workspace that owns all custom domains of these tests. */
export const domainWorkspaceId = 'aaaaaaaaaaaaaaaaaaaaaaaa'

/** Returns a route source with fixed manifests for the upstreams. */
const fixedRoutes = (upstreams: Upstream[], domains: Record<string, string>): RouteSource => {
  const dropped = new Set<string>()
  const makeTable = () => routeTable(toManifests(upstreams), (key) => !dropped.has(key), new Map())
  let table = makeTable()
  const documents = toDocuments(upstreams)
  return {
    table: () => table,
    documents: () => documents,
    domainAt: (host) =>
      domains[host] === undefined ? null : { slug: domains[host], workspaceId: domainWorkspaceId },
    version: () => 1,
    onChange: () => undefined,
    drop: (key) => {
      dropped.add(key)
      table = makeTable()
    },
    close: async () => undefined,
  }
}

/** `domains` maps custom domains to shop slugs. */
type Options = {
  domains?: Record<string, string>
  settings?: Partial<GatewaySettings>
  auth?: ReturnType<typeof tokens>
  allowedOrigins?: string[]
  exchangeApiKey?: GatewayDeps['exchangeApiKey']
  clock?: GatewayDeps['clock']
}

/** Starts a gateway for the upstreams on a free port and stops it after the test. */
export const startGateway = async (upstreams: Upstream[], options: Options = {}) => {
  const info = { title: 'Test', version: '1.0.0' }
  const parts = silentDeps()
  const gateway = createGateway({
    settings: { ...settings, ...options.settings },
    routes: fixedRoutes(upstreams, options.domains ?? {}),
    verifier: (options.auth ?? tokens()).verifier,
    exchangeApiKey: options.exchangeApiKey ?? (() => Promise.reject(new Error('no API keys in this test'))),
    origins: openOrigins({
      allowedOrigins: options.allowedOrigins ?? [],
      publicUrl: 'https://platform.example',
      nodeEnv: 'production',
    }),
    ownDocument: toOpenApi(routesOf(contract), info),
    info,
    ...parts,
    clock: options.clock ?? parts.clock,
  })
  const url = await listen(gateway.server)
  onTestFinished(() => gateway.close())
  return { url, gateway, metrics: parts.metrics, call: caller(url) }
}

export type Answer = { status: number; headers: Headers; body: unknown; text: string }

const caller =
  (url: string) =>
  async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parseJson(text) }
  }

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const json = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
