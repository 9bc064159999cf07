import { accessSummary } from './access.ts'
import { bodyLimitOf, idempotencyOf } from './route.ts'
import type { IdempotencyMode, Method, RateClass, Route } from './route.ts'

/** What the gateway knows of a route: all that routing, limits and verification need, and nothing else. */
export type RouteSummary = {
  readonly id: string
  readonly method: Method
  readonly path: string
  /** Such as `open`, `signed-in`, `workspace:holidays.manage`, `admin:any`. */
  readonly access: string
  readonly rate: RateClass
  readonly bodyLimit: number
  readonly rawBody: boolean
  readonly upload: boolean
  readonly idempotency: IdempotencyMode
  readonly host: 'custom-domain' | null
  readonly root: boolean
}

/** The line of a route in its service's manifest. */
export const routeSummary = (route: Route): RouteSummary => ({
  id: route.id,
  method: route.method,
  path: route.path,
  access: accessSummary(route.access),
  rate: route.rate ?? 'default',
  bodyLimit: bodyLimitOf(route),
  rawBody: route.rawBody === true,
  upload: route.upload !== undefined,
  idempotency: idempotencyOf(route),
  host: route.host ?? null,
  root: route.root === true,
})
