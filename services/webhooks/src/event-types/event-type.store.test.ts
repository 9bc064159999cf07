import { describe, expect, it } from 'vitest'
import { eventTypeStore } from './event-type.store.ts'

const declaration = (service: string, resource: string, publicTypes: string[], permission: string) => ({
  type: `wp.${service}.${resource}.published.v1`,
  resource,
  field: resource,
  channel: null,
  permission,
  publicTypes,
  shards: 4,
})

describe('eventTypeStore', () => {
  it('lists the types that services declare, sorted, until a service is removed', () => {
    const store = eventTypeStore()
    expect(store.list()).toEqual([])
    const loyalty = [declaration('loyalty', 'card', ['card.created'], 'loyalty.view')]
    const contests = [declaration('contests', 'contest', ['contest.opened', 'contest.closed'], 'owner')]
    store.update(new Map([['loyalty', loyalty]]))
    store.update(
      new Map([
        ['contests', contests],
        ['loyalty', loyalty],
      ]),
    )
    expect(store.list()).toEqual([
      { type: 'card.created', permission: 'loyalty.view' },
      { type: 'contest.closed', permission: 'owner' },
      { type: 'contest.opened', permission: 'owner' },
    ])
    store.update(new Map([['contests', contests]]))
    expect(store.list().map(({ type }) => type)).toEqual(['contest.closed', 'contest.opened'])
  })
})
