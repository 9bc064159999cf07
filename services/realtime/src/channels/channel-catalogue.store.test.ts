import { describe, expect, it } from 'vitest'
import { channelCatalogue } from './channel-catalogue.store.ts'

const declaration = (service: string, resource: string, channel: string | null) => ({
  type: `wp.${service}.${resource}.published.v1`,
  resource,
  field: resource,
  channel,
  permission: `${service}.view`,
  publicTypes: [`${resource}.created`],
  shards: 4,
})

const loyalty = new Map([
  [
    'loyalty',
    [
      declaration('loyalty', 'card', 'cards'),
      declaration('loyalty', 'point', null),
      declaration('loyalty', 'job', 'jobs'),
    ],
  ],
])

describe('channelCatalogue', () => {
  it('finds the channels of jobs and lab results, and none for other names', () => {
    const { find } = channelCatalogue()
    expect(['jobs', 'jobs.abc', 'labs'].map((name) => find(name)?.publisher)).toEqual([
      'storefront',
      'storefront',
      'labs',
    ])
    for (const name of ['', 'jobs.', 'job', 'cards', 'cards.abc', '__proto__'])
      expect([name, find(name)]).toEqual([name, null])
  })

  it('adds the channels that services declare until a service is removed, without replacing its own', () => {
    const catalogue = channelCatalogue()
    catalogue.update(loyalty)
    expect(catalogue.get('cards')).toMatchObject({ publisher: 'loyalty', permission: 'loyalty.view' })
    expect(catalogue.get('jobs').publisher).toBe('storefront')
    expect(catalogue.findRelayed('wp.loyalty.card.published.v1')?.channel).toBe('cards')
    expect(catalogue.findRelayed('wp.loyalty.point.published.v1')).toBeNull()
    expect([...catalogue.byPublisher()]).toEqual([
      ['storefront', ['jobs']],
      ['labs', ['labs']],
      ['loyalty', ['cards']],
    ])
    catalogue.update(new Map())
    expect(() => catalogue.get('cards')).toThrow('Channel not found')
  })
})
