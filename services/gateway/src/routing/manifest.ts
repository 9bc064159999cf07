import { z } from 'zod'

/** What the gateway needs to know of one route of a service. */
export const ManifestRoute = z.object({
  id: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().startsWith('/'),
  /** `open`, `open:<header>`, or who is let in; the gateway only tells open routes from the others. */
  access: z.string(),
  rate: z.string().nullish(),
  bodyLimit: z.number().int().nonnegative().nullish(),
  rawBody: z.boolean().nullish(),
  upload: z.unknown().optional(),
  host: z.string().nullish(),
  root: z.boolean().nullish(),
})
export type ManifestRoute = z.infer<typeof ManifestRoute>

/** What each running replica says about itself in the bucket `manifests`; `since` and `lease` as epoch milliseconds. */
export const Manifest = z.object({
  service: z.string(),
  instance: z.string(),
  address: z.url(),
  since: z.union([z.number(), z.iso.datetime().transform((text) => Date.parse(text))]),
  lease: z.number(),
  routes: z.array(ManifestRoute),
  upgrades: z.array(z.string()).default([]),
})
export type Manifest = z.infer<typeof Manifest>

/** Paths that the replicas of a service take WebSocket upgrades on. */
export const upgradePathsOf = (manifest: Manifest): string[] =>
  manifest.upgrades.length > 0 ? manifest.upgrades : manifest.service === 'realtime' ? ['/realtime'] : []
