import { describe, expect, it } from 'vitest'
import { shopAddress, shopLanguages } from './shop.rules.ts'

describe('shopLanguages', () => {
  it("lists the store's language first and each language once", () => {
    expect(shopLanguages('ar', ['en', 'ar', 'fr'])).toEqual(['ar', 'en', 'fr'])
    expect(shopLanguages('de')).toEqual(['de'])
  })
})

describe('shopAddress', () => {
  it('adds the language unless it is that of the store, and keeps other parameters', () => {
    const store = { locale: 'en' }
    const shop = { base: '/shop/luna', store }
    expect(shopAddress(shop, 'en', { path: '' })).toBe('/shop/luna')
    expect(shopAddress(shop, 'ar', { path: '', query: { page: '2' } })).toBe('/shop/luna?page=2&language=ar')
    expect(shopAddress(shop, 'en', { path: '/orders/1', query: { token: 'a&b' } })).toBe(
      '/shop/luna/orders/1?token=a%26b',
    )
    const domain = { base: '', store }
    expect(shopAddress(domain, 'en', { path: '' })).toBe('/')
    expect(shopAddress(domain, 'ar', { path: '' })).toBe('/?language=ar')
    expect(shopAddress(domain, 'ar', { path: '/products/vase' })).toBe('/products/vase?language=ar')
  })
})
