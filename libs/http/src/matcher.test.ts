import { describe, expect, it } from 'vitest'
import { createMatcher } from './index.ts'

const table = () => {
  const matcher = createMatcher<string>()
  const routes = [
    ['GET', '/'],
    ['POST', '/workspace'],
    ['GET', '/workspace/permissions'],
    ['GET', '/workspace/:workspaceId'],
    ['PATCH', '/workspace/:workspaceId'],
    ['GET', '/workspace/:workspaceId/staff/fields'],
    ['PUT', '/workspace/:workspaceId/staff/fields/order'],
    ['GET', '/workspace/:workspaceId/staff/:staffId'],
    ['PATCH', '/workspace/:workspaceId/staff/:staffId'],
    ['GET', '/workspace/staff/:staffId/tasks'],
    ['GET', '/public/calendars/:token.ics'],
    ['DELETE', '/public/calendars/:token'],
    ['GET', '/console'],
    ['GET', '/console/version'],
    ['GET', '/console/:path*'],
  ] as const
  for (const [method, path] of routes) matcher.add(method, path, `${method} ${path}`)
  return matcher
}

const found = (value: string, ...params: string[]) => ({ kind: 'found', value, params })

describe('createMatcher', () => {
  it('prefers literal segments over parameters and backtracks when the rest does not match', () => {
    const matcher = table()
    expect(matcher.match('GET', '/workspace/permissions')).toEqual(found('GET /workspace/permissions'))
    expect(matcher.match('GET', '/workspace/abc')).toEqual(found('GET /workspace/:workspaceId', 'abc'))
    expect(matcher.match('GET', '/workspace/w/staff/fields')).toEqual(
      found('GET /workspace/:workspaceId/staff/fields', 'w'),
    )
    expect(matcher.match('GET', '/workspace/w/staff/s')).toEqual(
      found('GET /workspace/:workspaceId/staff/:staffId', 'w', 's'),
    )
    expect(matcher.match('GET', '/workspace/staff/s/tasks')).toEqual(
      found('GET /workspace/staff/:staffId/tasks', 's'),
    )
    expect(matcher.match('GET', '/workspace/staff/staff/s')).toEqual(
      found('GET /workspace/:workspaceId/staff/:staffId', 'staff', 's'),
    )
    expect(matcher.match('GET', '/')).toEqual(found('GET /'))
  })

  it('returns the methods allowed by the most specific path when the method does not match', () => {
    const matcher = table()
    expect(matcher.match('DELETE', '/workspace/abc')).toEqual({ kind: 'method', allow: 'GET, HEAD, PATCH' })
    expect(matcher.match('PATCH', '/workspace/permissions')).toEqual({ kind: 'method', allow: 'GET, HEAD' })
    expect(matcher.match('GET', '/workspace')).toEqual({ kind: 'method', allow: 'POST' })
  })

  it('treats HEAD as GET and ignores one trailing slash', () => {
    const matcher = table()
    expect(matcher.match('HEAD', '/workspace/abc')).toEqual(found('GET /workspace/:workspaceId', 'abc'))
    expect(matcher.match('POST', '/workspace/')).toEqual(found('POST /workspace'))
    expect(matcher.match('POST', '/workspace//').kind).toBe('none')
  })

  it('matches a parameter with a literal suffix unless the parameter is empty', () => {
    const matcher = table()
    expect(matcher.match('GET', '/public/calendars/x.y.ics')).toEqual(
      found('GET /public/calendars/:token.ics', 'x.y'),
    )
    expect(matcher.match('DELETE', '/public/calendars/x')).toEqual(
      found('DELETE /public/calendars/:token', 'x'),
    )
    expect(matcher.match('GET', '/public/calendars/.ics').kind).toBe('method')
  })

  it('matches the rest of a path, after literal segments', () => {
    const matcher = table()
    expect(matcher.match('GET', '/console')).toEqual(found('GET /console'))
    expect(matcher.match('GET', '/console/version')).toEqual(found('GET /console/version'))
    expect(matcher.match('GET', '/console/a')).toEqual(found('GET /console/:path*', 'a'))
    expect(matcher.match('GET', '/console/version/b%20c/d/')).toEqual(
      found('GET /console/:path*', 'version/b c/d'),
    )
    expect(matcher.match('POST', '/console/a')).toEqual({ kind: 'method', allow: 'GET, HEAD' })
    for (const path of ['/console/a/../b', '/console/a//b', '/console/%2e%2e/a', '/console/a/%00'])
      expect(matcher.match('GET', path).kind).toBe('none')
    expect(() => matcher.add('GET', '/console/:path*/more', '')).toThrow('cannot continue')
  })

  it('decodes each parameter only once', () => {
    expect(table().match('GET', '/workspace/a%2Fb%2525')).toEqual(
      found('GET /workspace/:workspaceId', 'a/b%25'),
    )
  })

  it.each([
    '',
    'workspace',
    '*',
    '/nothing',
    '/workspace/..',
    '/workspace/%2e%2E',
    '/workspace/.',
    '//workspace',
    '/workspace/%00',
    '/workspace/%E0%A4',
    '/workspace/%',
    '/WORKSPACE',
    '/w%6Frkspace',
  ])('does not match %j', (path) => {
    expect(table().match('GET', path)).toEqual({ kind: 'none' })
  })

  it('keeps and returns the first route registered for a method and path, regardless of parameter names', () => {
    const matcher = table()
    expect(matcher.add('GET', '/workspace/:id', 'late')).toBe('GET /workspace/:workspaceId')
    expect(matcher.match('GET', '/workspace/abc')).toEqual(found('GET /workspace/:workspaceId', 'abc'))
  })
})
