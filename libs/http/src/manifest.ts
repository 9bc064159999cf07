import type { IncomingHttpHeaders } from 'node:http'
import type { Id } from '@wp/kernel'
import { z } from 'zod'
import { bodyLimitOf, methods, rateClasses } from './route.ts'
import type { Route } from './route.ts'

/** KV bucket for manifests, keyed by `<service>.<instance>`; every process rewrites its manifest every 5 s. */
export const manifestsBucket = 'manifests'
/** A manifest that is not renewed is removed from the bucket after this time. */
export const manifestTtlMs = 120_000
/**
 * KV bucket for the last manifest of each service, keyed by `<service>`. It never expires, so that the gateway knows
 * the routes of a service that is down.
 */
export const routesBucket = 'routes'
/** KV bucket for active custom domains, keyed by their punycode names. */
export const domainsBucket = 'domains'
/** The shop that a custom domain serves, and its workspace. Entries of older versions have no workspace. */
export const CustomDomain = z.object({ slug: z.string().min(1), workspaceId: z.string().min(1).optional() })
export type CustomDomain = z.output<typeof CustomDomain>
/** Request header in which the gateway passes the custom domain of a request. */
export const customDomainHeader = 'x-wp-custom-domain'
/** Request header in which the gateway passes the id of the workspace that owns the custom domain of a request. */
export const domainWorkspaceHeader = 'x-wp-domain-workspace'
/** KV bucket for OpenAPI documents, keyed by `<service>`. */
export const openApiBucket = 'openapi'
/** Request header in which the gateway names the target replica, `<service>.<instance>`; other replicas answer 421. */
export const instanceHeader = 'x-wp-instance'

/** Returns whether a workspace's pages are served on the host of a request: any but the domain of another workspace. */
export const isServedOn = (headers: IncomingHttpHeaders, workspaceId: Id): boolean => {
  const owner = headers[domainWorkspaceHeader]
  return owner === undefined || owner === workspaceId
}

/**
 * The gateway's view of a route. Different versions run side by side, so an unknown rate class must not fail the
 * parse.
 */
export const ManifestRoute = z.object({
  id: z.string(),
  method: z.enum(methods),
  path: z.string().startsWith('/'),
  /** `open`, or the access the route requires. The gateway only checks whether it is `open`. */
  access: z.string(),
  bodyLimit: z.int().nonnegative(),
  rate: z.enum(rateClasses).catch('default'),
  rawBody: z.boolean().optional(),
  upload: z.boolean().optional(),
  host: z.string().optional(),
  root: z.boolean().optional(),
})
export type ManifestRoute = z.output<typeof ManifestRoute>

/** Changes of one resource that the service publishes for webhooks and WebSockets. */
export const ManifestPublicEvent = z.object({
  type: z.string(),
  resource: z.string(),
  field: z.string(),
  channel: z.string().nullable(),
  permission: z.string(),
  publicTypes: z.array(z.string()),
  shards: z.int().positive(),
})

/** Describes one running replica of a service to the gateway, and what other services learn from it. */
export const Manifest = z.object({
  service: z.string(),
  instance: z.string(),
  address: z.url(),
  since: z.iso.datetime(),
  routes: z.array(ManifestRoute),
  /** Paths that accept WebSocket upgrades. */
  upgrades: z.array(z.string()),
  /** The permissions that the service declares, with their labels. */
  permissions: z.record(z.string(), z.string()).optional(),
  publicEvents: z.array(ManifestPublicEvent).optional(),
})
export type Manifest = z.output<typeof Manifest>

/** Returns a route's manifest entry. */
export const toManifestRoute = (route: Route): ManifestRoute => ({
  id: route.id,
  method: route.method,
  path: route.path,
  access: route.access.kind === 'signed-in' ? 'signedIn' : route.access.kind,
  bodyLimit: bodyLimitOf(route),
  rate: route.rate ?? 'default',
  ...(route.rawBody ? { rawBody: true } : {}),
  ...(route.upload ? { upload: true } : {}),
  ...(route.host ? { host: route.host } : {}),
  ...(route.root ? { root: true } : {}),
})
