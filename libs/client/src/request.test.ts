import { describe, expect, it } from 'vitest'
import { addressOf } from './request.ts'

const search = { id: 'search', method: 'GET', path: '/search/:slug' } as const
const target = { baseUrl: 'https://platform.example/v1/' }

describe('addressOf', () => {
  it('encodes parameters and queries, repeats list parameters and omits unset values', () => {
    const call = {
      params: { slug: 'a/b é' },
      query: { tag: ['x', 'y&z'], limit: 5, from: undefined, to: null },
    }
    expect(addressOf(search, call, target)).toBe(
      'https://platform.example/v1/search/a%2Fb%20%C3%A9?tag=x&tag=y%26z&limit=5',
    )
  })

  it("uses the client's parameters unless the call has its own, and throws for a missing one", () => {
    const given = { ...target, params: { slug: 'a' } }
    expect(addressOf(search, {}, given)).toMatch(/\/search\/a$/)
    expect(addressOf(search, { params: { slug: 'b' } }, given)).toMatch(/\/search\/b$/)
    expect(() => addressOf(search, {}, target)).toThrow('search requires the parameter slug')
  })

  it('keeps literal text after a parameter and omits the version for root routes', () => {
    const feed = { method: 'GET', path: '/calendars/:token.ics' } as const
    expect(addressOf(feed, { params: { token: 'abc' } }, target)).toMatch(/\/calendars\/abc\.ics$/)
    const index = { method: 'GET', path: '/health', root: true } as const
    expect(addressOf(index, {}, target)).toBe('https://platform.example/health')
  })
})
