import type { PublicEventDeclaration } from '@wp/bus'
import type { Manifest } from '@wp/http'
import { describe, expect, it } from 'vitest'
import { declaredEventsOf } from './declared-events.ts'

const declaration = (service: string, resource: string, channel: string | null = `${resource}s`) => ({
  type: `wp.${service}.${resource}.published.v1`,
  resource,
  field: resource,
  channel,
  permission: 'owner',
  publicTypes: [`${resource}.created`],
  shards: 4,
})

const since = '2027-01-01T00:00:00.000Z'
const declaredIn = (manifests: Record<string, unknown>, startedAt: Record<string, string> = {}) =>
  declaredEventsOf(toManifests(manifests, startedAt))
const toManifests = (manifests: Record<string, unknown>, startedAt: Record<string, string> = {}) =>
  new Map(
    Object.entries(manifests).map(([service, publicEvents]) => [
      service,
      { publicEvents, since: startedAt[service] ?? since } as Manifest,
    ]),
  )

describe('declaredEventsOf', () => {
  it('returns the public events of each service that declares any', () => {
    const card: PublicEventDeclaration = declaration('loyalty', 'card')
    const { events, refused } = declaredIn({ loyalty: [card], older: undefined, gateway: [] })
    expect([...events]).toEqual([['loyalty', [card]]])
    expect(refused).toEqual([])
  })

  it('rejects events of another service, and resources and channels that are already declared', () => {
    const client = declaration('clients', 'client')
    const { events, refused } = declaredIn({
      loyalty: [
        declaration('clients', 'card'),
        declaration('loyalty', 'client', null),
        declaration('loyalty', 'person', 'clients'),
      ],
      clients: [client],
    })
    expect([...events]).toEqual([['clients', [client]]])
    expect(refused).toEqual([
      'wp.clients.card.published.v1',
      'wp.loyalty.client.published.v1',
      'wp.loyalty.person.published.v1',
    ])
  })

  it('gives a resource to the service that started first', () => {
    const [client, other] = [declaration('clients', 'client'), declaration('apps', 'client')]
    const { events } = declaredIn(
      { apps: [other], clients: [client] },
      { clients: '2026-12-31T00:00:00.000Z' },
    )
    expect([...events]).toEqual([['clients', [client]]])
  })

  it('lets the previous owner keep a resource, although another service started earlier, until it declares it no more', () => {
    const [client, other] = [declaration('clients', 'client'), declaration('apps', 'client')]
    const { owners } = declaredIn({ clients: [client] })
    const earlier = { apps: '2026-12-31T00:00:00.000Z' }
    const both = declaredEventsOf(toManifests({ apps: [other], clients: [client] }, earlier), owners)
    expect([...both.events]).toEqual([['clients', [client]]])
    expect(both.refused).toEqual([other.type])
    const alone = declaredEventsOf(toManifests({ apps: [other], clients: [] }, earlier), both.owners)
    expect([...alone.events]).toEqual([['apps', [other]]])
    expect(alone.refused).toEqual([])
  })

  it('ignores declarations that it does not understand', () => {
    expect(declaredIn({ loyalty: [{ type: 1 }], pos: 'x' }).events.size).toBe(0)
  })
})
