import { describe, expect, it } from 'vitest'
import { readPath } from './request-path.ts'

describe('readPath', () => {
  it.each([
    ['/v1/signup', '/signup'],
    ['/api/v1/signup', '/signup'],
    ['/v1/signup/', '/signup'],
    ['/v1/workspace/?page=2', '/workspace'],
    ['/v1', '/'],
    ['/v1/', '/'],
  ])('strips the version prefix from %s, leaving %s', (url, bare) => {
    expect(readPath(url)).toMatchObject({ bare, isVersioned: true })
  })

  it('strips the prefix only once', () => {
    expect(readPath('/v1/v1/signup')).toMatchObject({ bare: '/v1/signup', isVersioned: true })
    expect(readPath('/api/v1/api/v1/signup')).toMatchObject({ bare: '/api/v1/signup' })
  })

  it.each(['/v10/signup', '/v1signup', '/api/v1x', '/API/v1/signup'])(
    'does not treat the start of %s as a version prefix',
    (url) => {
      expect(readPath(url)).toMatchObject({ bare: url, isVersioned: false })
    },
  )

  it.each([
    '/v1//signup',
    '//v1/signup',
    '/v1/../v1/signup',
    '/v1/%2e%2e/signup',
    '/v1/.%2E/signup',
    '/v1/./signup',
    '/v1/a/..',
    '/v1\\signup',
    'http://elsewhere/v1/signup',
    '*',
  ])('returns no path for %s', (url) => {
    expect(readPath(url).bare).toBeNull()
  })

  it('keeps the query unchanged', () => {
    expect(readPath('/v1/clients?search=a%2F..%2Fb&page=1').search).toBe('?search=a%2F..%2Fb&page=1')
  })
})
