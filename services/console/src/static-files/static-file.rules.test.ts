import { describe, expect, it } from 'vitest'
import { acceptsBrotli, contentSecurityPolicy, contentTypeOf, documentOf } from './static-file.rules.ts'

describe('acceptsBrotli', () => {
  it.each([
    ['gzip, deflate, br, zstd', true],
    ['br;q=0.5', true],
    ['BR', true],
    ['gzip', false],
    ['br;q=0', false],
    ['brotli', false],
    [undefined, false],
  ])('reads %s as %s', (header, expected) => {
    expect(acceptsBrotli(header)).toBe(expected)
  })
})

describe('contentTypeOf', () => {
  it("returns the content type of the application's files and no others", () => {
    expect(contentTypeOf('assets/main-x1.js')).toBe('text/javascript; charset=utf-8')
    expect(contentTypeOf('assets/inter.woff2')).toBe('font/woff2')
    expect(contentTypeOf('assets/main.js.map')).toBeNull()
    expect(contentTypeOf('toString')).toBeNull()
  })
})

describe('documentOf', () => {
  it.each([
    ['login', 'login.html'],
    ['', 'index.html'],
    ['clients', 'index.html'],
    ['login/more', 'index.html'],
  ])('returns the document of the page %j: %s', (path, expected) => {
    expect(documentOf(path)).toBe(expected)
  })
})

describe('contentSecurityPolicy', () => {
  it('allows no inline code, no other origins and no frames', () => {
    expect(contentSecurityPolicy).not.toMatch(/unsafe|https?:|\*/)
    expect(contentSecurityPolicy).toContain("frame-ancestors 'none'")
    expect(contentSecurityPolicy).toContain("require-trusted-types-for 'script'")
  })
})
