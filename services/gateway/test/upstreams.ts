import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { createRevocationList, createSigner, createVerifier, newKeyPair, remoteKeys } from '@wp/auth'
import { createApp, toOpenApi, toManifestRoute, type BoundRoute, type Manifest, type Route } from '@wp/http'
import { newId, systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { onTestFinished } from 'vitest'

export const silentDeps = () => ({
  logger: createLogger({ service: 'test', destination: new PassThrough().resume() }),
  metrics: createMetrics('test'),
  clock: systemClock,
})

const keys = await newKeyPair()
/** The public keys, as identity returns them over gRPC. */
export const publicKeys = [keys.publicJwk].map(
  ({ kid = '', kty = '', crv = '', x = '', y = '', alg = '', use = '' }) => ({
    kid,
    kty,
    crv,
    x,
    y,
    alg,
    use,
  }),
)
const tokenParts = { issuer: 'wp', audience: 'wp', clock: systemClock }
const signer = createSigner({ keys: { current: () => keys }, ...tokenParts })

/** Returns a token verifier with its revocation list. */
export const tokens = () => {
  const revocations = createRevocationList({ clock: systemClock })
  revocations.touch()
  const source = remoteKeys({ fetch: async () => ({ keys: [keys.publicJwk] }), clock: systemClock })
  return { revocations, verifier: createVerifier({ keys: source, ...tokenParts, revocations }) }
}

/** Returns an access token for the owner of a new workspace. */
export const ownerToken = async (): Promise<string> => {
  const { token } = await signer.sign({
    kind: 'workspace',
    accountId: newId(),
    workspaceId: newId(),
    role: 'owner',
    permissions: [],
    staffId: null,
    sessionId: newId(),
  })
  return token
}

/** Returns the access token of an API key with this id. */
export const keyToken = async (keyId: string): Promise<string> => {
  const { token } = await signer.sign({
    kind: 'workspace',
    accountId: keyId,
    workspaceId: newId(),
    role: 'staff',
    permissions: [],
    staffId: null,
    sessionId: keyId,
    key: { id: keyId, name: 'Shop sync' },
  })
  return token
}

export type Upstream = {
  service: string
  address: string
  routes: Route[]
  upgrades?: string[]
  server: Server
}

/** Listens on a free loopback port until the test ends. */
export const listen = async (server: Server, port = 0, host = '127.0.0.1'): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`
}

/** Starts a small service with the given routes. */
export const service = async (
  name: string,
  bound: BoundRoute[],
  onRequest?: (request: IncomingMessage) => void,
): Promise<Upstream> => {
  const app = createApp({
    service: name,
    routes: bound,
    verifier: tokens().verifier,
    workspaces: { find: async () => null },
    ...silentDeps(),
  })
  const server = createServer({ ...app.classes, keepAliveTimeout: 65_000 }, (request, response) => {
    onRequest?.(request)
    app.listener(request, response)
  })
  return { service: name, address: await listen(server), routes: bound.map(({ route }) => route), server }
}

/** Starts a service that only declares its routes; the test defines how it responds. */
export const rawUpstream = async (
  name: string,
  routes: Route[],
  listener: (request: IncomingMessage, response: ServerResponse) => void,
) => {
  const server = createServer({ keepAliveTimeout: 65_000 }, listener as RequestListener)
  return { service: name, address: await listen(server), routes, server }
}

/** Returns the manifests that the upstreams would publish. */
export const toManifests = (upstreams: Upstream[]): Map<string, Manifest> =>
  new Map(
    upstreams.map(({ service: name, address, routes, upgrades = [] }, i) => [
      `${name}.i${i}`,
      {
        service: name,
        instance: `i${i}`,
        address,
        since: new Date(i).toISOString(),
        routes: routes.map(toManifestRoute),
        upgrades,
      },
    ]),
  )

export const toDocuments = (upstreams: Upstream[]) =>
  new Map(
    upstreams.map(({ service: name, routes }) => [name, toOpenApi(routes, { title: name, version: '1' })]),
  )
