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

const declaredIn = (manifests: Record<string, unknown>) =>
  declaredEventsOf(
    new Map(
      Object.entries(manifests).map(([service, publicEvents]) => [service, { publicEvents } as Manifest]),
    ),
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

  it('ignores declarations that it does not understand', () => {
    expect(declaredIn({ loyalty: [{ type: 1 }], pos: 'x' }).events.size).toBe(0)
  })
})
