import { describe, expect, it } from 'vitest'
import { findOffers } from './offers.rules.ts'

const offers = [
  { name: 'Pro', slug: 'pro', isActive: true, sortOrder: 2 },
  { name: 'Basic', slug: 'basic', isActive: true, sortOrder: 1 },
  { name: 'Trial', slug: 'old-trial', isActive: false, sortOrder: 3 },
]
const find = (filters: Parameters<typeof findOffers>[1]) =>
  findOffers(offers, filters).map(({ slug }) => slug)

describe('findOffers', () => {
  it('returns all offers in the order that businesses see', () => {
    expect(find({})).toEqual(['basic', 'pro', 'old-trial'])
  })

  it('searches names and short names', () => {
    expect([find({ search: 'PRO' }), find({ search: 'old' })]).toEqual([['pro'], ['old-trial']])
  })

  it('filters by whether an offer is active', () => {
    expect([find({ state: 'offered' }), find({ state: 'hidden' })]).toEqual([['basic', 'pro'], ['old-trial']])
  })
})
