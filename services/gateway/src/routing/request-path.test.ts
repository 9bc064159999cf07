import { expect, test } from 'vitest'
import { readPath } from './request-path.ts'

test.each([
  ['/v1/signup', '/signup'],
  ['/api/v1/signup', '/signup'],
  ['/v1/signup/', '/signup'],
  ['/v1/workspace/?page=2', '/workspace'],
  ['/v1', '/'],
  ['/v1/', '/'],
])('%s is the bare path %s under a version', (url, bare) => {
  expect(readPath(url)).toMatchObject({ bare, isVersioned: true })
})

test('strips the prefix once only', () => {
  expect(readPath('/v1/v1/signup')).toMatchObject({ bare: '/v1/signup', isVersioned: true })
  expect(readPath('/api/v1/api/v1/signup')).toMatchObject({ bare: '/api/v1/signup' })
})

test.each(['/v10/signup', '/v1signup', '/api/v1x', '/API/v1/signup'])('%s has no version prefix', (url) => {
  expect(readPath(url)).toMatchObject({ bare: url, isVersioned: false })
})

test.each([
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
])('%s matches nothing', (url) => {
  expect(readPath(url).bare).toBeNull()
})

test('keeps the query as it came', () => {
  expect(readPath('/v1/clients?search=a%2F..%2Fb&page=1').search).toBe('?search=a%2F..%2Fb&page=1')
})
