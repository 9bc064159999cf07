import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mayClaim, type Manifest, type RouteClaims } from '@wp/http'
import { z } from 'zod'

const paths = z.array(z.string().startsWith('/')).default([])

/**
 * The paths that each service may serve. `npm run build` writes them to `dist/route-claims.json` from every
 * `service.json`.
 */
export const RouteClaimsDocument = z.record(
  z.string(),
  z.object({ routes: paths, rootPaths: paths, upgrades: paths }),
)
export type RouteClaimsDocument = z.output<typeof RouteClaimsDocument>

const builtFile = join(import.meta.dirname, '../../dist/route-claims.json')

/**
 * Reads the claims, by default those of the build. Throws when they are invalid, because the gateway could not route
 * anything.
 */
export const readRouteClaims = (
  json: string = readFileSync(builtFile, 'utf8'),
): ReadonlyMap<string, RouteClaims> => new Map(Object.entries(RouteClaimsDocument.parse(JSON.parse(json))))

/** Returns a manifest without the paths that its service may not serve, and those paths as `refused`. */
export const withoutForeignClaims = (
  manifest: Manifest,
  claims: ReadonlyMap<string, RouteClaims>,
): { manifest: Manifest; refused: string[] } => {
  const { service } = manifest
  const refused: string[] = []
  const isOwn = (kind: keyof RouteClaims, path: string): boolean => {
    const isAllowed = mayClaim(claims, service, kind, path)
    if (!isAllowed) refused.push(path)
    return isAllowed
  }
  const routes = manifest.routes.filter(({ path, root }) => isOwn(root ? 'rootPaths' : 'routes', path))
  const upgrades = manifest.upgrades.filter((path) => isOwn('upgrades', path))
  return { manifest: { ...manifest, routes, upgrades }, refused }
}
