import { describe, expect, it } from 'vitest'
import { toSetCookie } from './response.ts'

describe('toSetCookie', () => {
  it('limits a cookie to its path, or sends it to every path if it has none', () => {
    expect(toSetCookie({ name: 'a', value: 'b c' })).toBe('a=b%20c; Path=/; HttpOnly; SameSite=Lax')
    expect(toSetCookie({ name: 'a', value: '', path: '/shop/luna', maxAgeSeconds: 0 })).toBe(
      'a=; Max-Age=0; Path=/shop/luna; HttpOnly; SameSite=Lax',
    )
  })

  it.each(['shop', '/shop; Domain=a.example', '/a\r\nb', ''])('throws for the path %j', (path) => {
    expect(() => toSetCookie({ name: 'a', value: 'b', path })).toThrow('is not a valid cookie path')
  })
})
