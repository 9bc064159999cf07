import { z } from 'zod'
import { bodyLimitOf, methods, rateClasses } from './route.ts'
import type { Route } from './route.ts'

/** KV bucket of the manifests, under `<service>.<instance>`; each is written again every 5 s while its process lives. */
export const manifestsBucket = 'manifests'
/** A manifest that is not renewed goes from the bucket after this time. */
export const manifestTtlMs = 120_000
/** KV bucket of the active custom domains of stores, under their names in punycode. */
export const domainsBucket = 'domains'
/** The store that a custom domain serves. */
export const CustomDomain = z.object({ slug: z.string().min(1) })
export type CustomDomain = z.output<typeof CustomDomain>
/** Request header by which the gateway says that a request came in on a custom domain, and on which. */
export const customDomainHeader = 'x-wp-custom-domain'
/** KV bucket of the OpenAPI documents, under `<service>`. */
export const openApiBucket = 'openapi'
/** Request header by which the gateway names the process it means, `<service>.<instance>`; any other refuses with 421. */
export const instanceHeader = 'x-wp-instance'

/** What the gateway needs to know of a route. Builds of different ages run side by side, so unknown values must not fail it. */
export const ManifestRoute = z.object({
  id: z.string(),
  method: z.enum(methods),
  path: z.string().startsWith('/'),
  /** `open`, or who is let in; the gateway only tells open routes from the others. */
  access: z.string(),
  bodyLimit: z.int().nonnegative(),
  rate: z.enum(rateClasses).catch('default'),
  rawBody: z.boolean().optional(),
  upload: z.boolean().optional(),
  host: z.string().optional(),
  root: z.boolean().optional(),
})
export type ManifestRoute = z.output<typeof ManifestRoute>

/** One running process of a service. */
export const Manifest = z.object({
  service: z.string(),
  instance: z.string(),
  address: z.url(),
  since: z.iso.datetime(),
  routes: z.array(ManifestRoute),
  /** Paths that it takes WebSocket upgrades on. */
  upgrades: z.array(z.string()),
})
export type Manifest = z.output<typeof Manifest>

/** What a service publishes of one of its routes. */
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
