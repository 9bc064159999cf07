import { defineRoute, open, toManifestRoute, type Manifest, type Route } from '@wp/http'
import { describe, expect, it } from 'vitest'
import { routeTable } from './route-table.ts'

type Given = { service: string; instance?: string; since?: number; routes?: Route[]; upgrades?: string[] }

const route = (path: `/${string}`, more: Partial<Route> = {}): Route =>
  defineRoute({
    id: 'listThings',
    method: 'GET',
    path,
    summary: 'Things',
    access: open(),
    replies: { 204: null },
    fails: [],
    ...more,
  })

const manifest = ({
  service,
  instance = 'a',
  since = 1,
  routes = [],
  upgrades = [],
}: Given): [string, Manifest] => [
  `${service}.${instance}`,
  {
    service,
    instance,
    address: `http://127.0.0.1:1/${instance}`,
    since: new Date(since).toISOString(),
    routes: routes.map(toManifestRoute),
    upgrades,
  },
]

const table = (manifests: Given[], options: { down?: string[]; owners?: Map<string, string> } = {}) =>
  routeTable(
    new Map(manifests.map(manifest)),
    (key) => !options.down?.includes(key),
    options.owners ?? new Map(),
  )

const found = (match: { kind: string; value?: { service: string; replicas: readonly { key: string }[] } }) =>
  match.value
    ? { service: match.value.service, replicas: match.value.replicas.map(({ key }) => key) }
    : match.kind

describe('routeTable', () => {
  it('routes only to replicas that declare the route while two versions of a service run', () => {
    const routes = table([
      { service: 'pos', instance: 'old', since: 1, routes: [route('/tills')] },
      { service: 'pos', instance: 'new', since: 2, routes: [route('/tills'), route('/drawers')] },
    ])
    expect(found(routes.match('GET', '/tills', true))).toEqual({
      service: 'pos',
      replicas: ['pos.old', 'pos.new'],
    })
    expect(found(routes.match('GET', '/drawers', true))).toEqual({ service: 'pos', replicas: ['pos.new'] })
  })

  it('assigns a route claimed by two services to the service with the older claim and reports the conflict', () => {
    const routes = table([
      { service: 'labs', since: 5, routes: [route('/units/:id')] },
      { service: 'pos', since: 3, routes: [route('/units/:unitId')] },
    ])
    expect(found(routes.match('GET', '/units/1', true))).toMatchObject({ service: 'pos' })
    expect(routes.conflicts).toEqual([
      { method: 'GET', path: '/units/:unitId', keeper: 'pos', refused: 'labs' },
    ])
  })

  it('keeps a route with its owner after the owner restarts', () => {
    const before = table([
      { service: 'pos', since: 3, routes: [route('/units')] },
      { service: 'labs', since: 5, routes: [route('/units')] },
    ])
    const after = table(
      [
        { service: 'pos', instance: 'b', since: 9, routes: [route('/units')] },
        { service: 'labs', since: 5, routes: [route('/units')] },
      ],
      { owners: new Map(before.owners) },
    )
    expect(found(after.match('GET', '/units', true))).toMatchObject({ service: 'pos' })
  })

  it('keeps a route of a service that is down until another service claims it', () => {
    const alone = table([{ service: 'pos', routes: [route('/units')] }], { down: ['pos.a'] })
    expect(found(alone.match('GET', '/units', true))).toEqual({ service: 'pos', replicas: [] })
    expect(Object.fromEntries(alone.services)).toEqual({ pos: 0 })
    const moved = table(
      [
        { service: 'pos', since: 1, routes: [route('/units')] },
        { service: 'labs', since: 9, routes: [route('/units')] },
      ],
      { down: ['pos.a'] },
    )
    expect(found(moved.match('GET', '/units', true))).toMatchObject({ service: 'labs' })
  })

  it('separates unversioned, versioned and custom-domain routes', () => {
    const routes = table([
      {
        service: 'pos',
        routes: [
          route('/keys', { root: true }),
          route('/tills'),
          route('/shop/:slug', { root: true, host: 'custom-domain' }),
          route('/stores/:slug/items/:itemId', { host: 'custom-domain' }),
          route('/orders/:orderId', { host: 'custom-domain' }),
        ],
      },
    ])
    expect(found(routes.match('GET', '/keys', true))).toBe('none')
    expect(found(routes.match('GET', '/keys', false))).toMatchObject({ service: 'pos' })
    expect(found(routes.match('GET', '/tills', false))).toBe('none')
    expect(found(routes.match('GET', '/', true))).toBe('none')
    const onDomain = (path: string, isVersioned: boolean) =>
      found(routes.matchDomain('GET', path, isVersioned, { slug: 'moon' }))
    expect(onDomain('/', false)).toMatchObject({ service: 'pos' })
    expect(onDomain('/shop/moon', false)).toBe('none')
    expect(onDomain('/keys', false)).toBe('none')
    expect(onDomain('/tills', true)).toBe('none')
    expect(onDomain('/stores/moon/items/1', true)).toMatchObject({ service: 'pos' })
    expect(onDomain('/stores/sun/items/1', true)).toBe('none')
    expect(onDomain('/orders/1', true)).toMatchObject({ service: 'pos' })
  })

  it('serves booking pages and their API for the workspace of a custom domain', () => {
    const routes = table([
      {
        service: 'scheduling',
        routes: [
          route('/book/:slug', { root: true, host: 'workspace-domain' }),
          route('/book/:slug/bookings/:bookingId', { root: true, host: 'workspace-domain' }),
          route('/book/embed.js', { root: true }),
          route('/public/booking/:slug', { host: 'workspace-domain' }),
        ],
      },
    ])
    const match = (path: string, isVersioned: boolean, workspaceId?: string) =>
      routes.matchDomain('GET', path, isVersioned, { slug: 'moon', ...(workspaceId && { workspaceId }) })
    expect(match('/book', false, 'w1')).toMatchObject({ kind: 'found', params: ['@w1'] })
    expect(match('/book/bookings/b1', false, 'w1')).toMatchObject({ kind: 'found', params: ['@w1', 'b1'] })
    expect(match('/book/@w2/bookings/b1', false, 'w1')).toEqual({ kind: 'none' })
    expect(match('/book/embed.js', false, 'w1')).toEqual({ kind: 'none' })
    expect(match('/books', false, 'w1')).toEqual({ kind: 'none' })
    expect(match('/public/booking/any', true, 'w1')).toMatchObject({ kind: 'found' })
    expect(match('/book', false)).toEqual({ kind: 'none' })
    expect(match('/public/booking/any', true)).toEqual({ kind: 'none' })
  })

  it('serves contest pages on the custom domain of a workspace', () => {
    const routes = table([
      {
        service: 'contests',
        routes: [route('/contests/:contestId', { root: true, host: 'workspace-domain' })],
      },
    ])
    const match = (path: string, workspaceId?: string) =>
      routes.matchDomain('GET', path, false, { slug: 'moon', ...(workspaceId && { workspaceId }) })
    expect(match('/contests/c1', 'w1')).toMatchObject({ kind: 'found', params: ['c1'] })
    expect(match('/contests/c1')).toEqual({ kind: 'none' })
    expect(match('/contests', 'w1')).toEqual({ kind: 'none' })
  })

  it('distinguishes an unknown method from an unknown path', () => {
    const routes = table([{ service: 'pos', routes: [route('/tills')] }])
    expect(routes.match('PUT', '/tills', true)).toEqual({ kind: 'method', allow: 'GET, HEAD' })
    expect(routes.match('PUT', '/nowhere', true)).toEqual({ kind: 'none' })
  })

  it('returns no replicas for the upgrade path of a service that is down, and null for an unknown path', () => {
    const routes = table([{ service: 'realtime', upgrades: ['/realtime'] }], { down: ['realtime.a'] })
    expect(routes.upgradeReplicas('/realtime')).toEqual([])
    expect(routes.upgradeReplicas('/elsewhere')).toBeNull()
  })
})
