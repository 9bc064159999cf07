import { describe, expect, it } from 'vitest'
import { mayClaim, type ClaimKind, type RouteClaims } from './route-claims.ts'

const none: RouteClaims = { routes: [], rootPaths: [], upgrades: [] }
const claims = new Map<string, RouteClaims>([
  [
    'identity',
    {
      ...none,
      routes: ['/auth/*', '/workspace/:workspaceId', '/workspace/:workspaceId/staff/:staffId/invite'],
      rootPaths: ['/.well-known/*'],
    },
  ],
  ['staffing', { ...none, routes: ['/workspace/:id/staff/*', '/workspace/staff/*'] }],
  ['gateway', { ...none, rootPaths: ['/', '/health'] }],
  ['realtime', { ...none, upgrades: ['/realtime'] }],
  ['console', { ...none, rootPaths: ['/console/*'] }],
  ['status', { ...none, rootPaths: ['/console/status'] }],
])

describe('mayClaim', () => {
  it.each<[string, ClaimKind, string]>([
    ['identity', 'routes', '/auth/login'],
    ['identity', 'routes', '/auth'],
    ['identity', 'routes', '/workspace/:id'],
    ['identity', 'routes', '/workspace/:workspaceId/staff/:id/invite'],
    ['identity', 'rootPaths', '/.well-known/jwks.json'],
    ['staffing', 'routes', '/workspace/:workspaceId/staff'],
    ['staffing', 'routes', '/workspace/:workspaceId/staff/:staffId/feed'],
    ['gateway', 'rootPaths', '/'],
    ['realtime', 'upgrades', '/realtime'],
    ['console', 'rootPaths', '/console'],
    ['console', 'rootPaths', '/console/assets/:path*'],
    ['added-later', 'routes', '/workspace/:workspaceId/cards/:cardId'],
    ['added-later', 'rootPaths', '/cards'],
  ])('allows %s to claim %s %s', (service, kind, path) => {
    expect(mayClaim(claims, service, kind, path)).toBe(true)
  })

  it.each<[string, ClaimKind, string]>([
    ['staffing', 'routes', '/auth/login'],
    ['staffing', 'routes', '/workspace/:workspaceId'],
    ['staffing', 'routes', '/workspace/:workspaceId/staff/:staffId/invite'],
    ['staffing', 'routes', '/workspace/:workspaceId/staff/:staffId/:action'],
    ['staffing', 'routes', '/:anything'],
    ['staffing', 'rootPaths', '/health'],
    ['staffing', 'upgrades', '/realtime'],
    ['identity', 'routes', '/authority'],
    ['identity', 'rootPaths', '/auth/login'],
    ['added-later', 'routes', '/auth/login'],
    ['added-later', 'routes', '/workspace/:workspaceId/staff/:staffId/cards'],
    ['added-later', 'routes', '/:anything'],
    ['added-later', 'routes', '/workspace/:workspaceId/:anything'],
    ['added-later', 'rootPaths', '/:path*'],
    ['added-later', 'upgrades', '/realtime'],
    ['console', 'rootPaths', '/:path*'],
    ['console', 'rootPaths', '/console/:path*'],
  ])('does not allow %s to claim %s %s', (service, kind, path) => {
    expect(mayClaim(claims, service, kind, path)).toBe(false)
  })
})
