import * as consolePages from '@wp/console/contract'
import { mayClaim, routesOf } from '@wp/http'
import { describe, expect, it } from 'vitest'
import { claimsDocument } from '../build/claims.ts'
import { contracts } from '../build/contracts.ts'

const claims = new Map(Object.entries(claimsDocument()))
/** The pages of the console are not part of the API, so the contracts do not contain them. */
const pages = { service: 'console', routes: routesOf(consolePages) }
const routes = [...(await contracts()), pages].flatMap(({ service, routes: own }) =>
  own.map(({ id, path, root }) => ({
    service,
    id,
    path,
    kind: root ? ('rootPaths' as const) : ('routes' as const),
  })),
)

describe('service.json', () => {
  it('declares every route of every service', () => {
    expect(routes.length).toBeGreaterThan(200)
    expect(routes.filter(({ service, kind, path }) => !mayClaim(claims, service, kind, path))).toEqual([])
  })

  it('lets each service claim only its own routes', () => {
    const captured = routes.flatMap(({ service, kind, path }) =>
      [...claims.keys()].filter((other) => other !== service && mayClaim(claims, other, kind, path)),
    )
    expect(captured).toEqual([])
  })

  it('declares no path without a route', () => {
    const isUsed = (service: string, kind: 'routes' | 'rootPaths', declared: string): boolean => {
      const only = new Map([[service, { routes: [], rootPaths: [], upgrades: [], [kind]: [declared] }]])
      return routes.some((route) => route.service === service && mayClaim(only, service, kind, route.path))
    }
    const unused = [...claims].flatMap(([service, declared]) =>
      (['routes', 'rootPaths'] as const).flatMap((kind) =>
        declared[kind].filter((path) => !isUsed(service, kind, path)).map((path) => `${service} ${path}`),
      ),
    )
    expect(unused).toEqual([])
  })
})
