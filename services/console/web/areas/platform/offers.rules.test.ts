import { describe, expect, it } from 'vitest'
import { findOffers, nameIn } from './offers.rules.ts'

const pro = {
  name: 'Pro',
  slug: 'pro',
  isActive: true,
  sortOrder: 2,
  translations: [{ locale: 'ar', name: 'المحترفة' }],
}
const offers = [
  pro,
  { name: 'Basic', slug: 'basic', isActive: true, sortOrder: 1, translations: [] },
  { name: 'Trial', slug: 'old-trial', isActive: false, sortOrder: 3, translations: [] },
]
const find = (filters: Parameters<typeof findOffers>[1]) =>
  findOffers(offers, filters).map(({ slug }) => slug)

describe('findOffers', () => {
  it('returns all offers in the order that businesses see', () => {
    expect(find({})).toEqual(['basic', 'pro', 'old-trial'])
  })

  it('searches names in every language, and short names', () => {
    expect([find({ search: 'PRO' }), find({ search: 'old' }), find({ search: 'المحترفة' })]).toEqual([
      ['pro'],
      ['old-trial'],
      ['pro'],
    ])
  })

  it('filters by whether an offer is active', () => {
    expect([find({ state: 'offered' }), find({ state: 'hidden' })]).toEqual([['basic', 'pro'], ['old-trial']])
  })
})

describe('nameIn', () => {
  it('returns the translation into the language, otherwise the name', () => {
    expect([nameIn('ar', pro), nameIn('en', pro)]).toEqual(['المحترفة', 'Pro'])
  })
})
