import { describe, expect, it } from 'vitest'
import { addReplyHeaders, requestHeaders } from './headers.ts'

const from = { requestId: 'r-1', address: '192.0.2.1', isSecure: false }
const sent = (headers: Record<string, string>) => {
  const list = requestHeaders(headers, from)
  return Object.fromEntries(list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1]]] : [])))
}

describe('requestHeaders', () => {
  it("removes headers that callers could forge and adds the gateway's own", () => {
    const forged = {
      host: 'api.example.com',
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=10.0.0.1',
      'x-real-ip': '10.0.0.1',
      'x-user-id': 'root',
      'x-workspace-id': 'w',
      'x-account-id': 'a',
      'x-wp-principal': '{}',
      'x-internal': '1',
      'x-original-url': '/admin',
      'x-rewrite-url': '/admin',
      'x-http-method-override': 'DELETE',
      'true-client-ip': '10.0.0.1',
    }
    expect(sent(forged)).toEqual({
      'x-request-id': 'r-1',
      'x-forwarded-for': '192.0.2.1',
      host: 'api.example.com',
    })
  })

  it('removes hop-by-hop headers, including those listed in Connection', () => {
    const headers = sent({
      connection: 'close, X-Only-Here',
      'x-only-here': '1',
      te: 'trailers',
      'proxy-authorization': 'Basic x',
      'keep-alive': '5',
      accept: 'text/csv',
    })
    expect(headers).toMatchObject({ accept: 'text/csv' })
    expect(Object.keys(headers)).not.toContain('x-only-here')
    expect(Object.keys(headers)).not.toContain('te')
    expect(Object.keys(headers)).not.toContain('proxy-authorization')
  })

  it('keeps the Authorization header even if Connection lists it', () => {
    expect(sent({ connection: 'authorization', authorization: 'Bearer t' })).toMatchObject({
      authorization: 'Bearer t',
    })
  })

  it('forwards ordinary and unknown headers', () => {
    const headers = {
      authorization: 'Bearer t',
      'x-github-event': 'push',
      'x-bootstrap-token': 'b',
      cookie: 'a=b',
      traceparent: '00-…',
    }
    expect(sent(headers)).toMatchObject(headers)
  })
})

describe('addReplyHeaders', () => {
  it('keeps every cookie in a reply and removes its hop-by-hop headers', () => {
    const list: (string | number)[] = []
    const reply = {
      'set-cookie': ['a=1', 'b=2'],
      connection: 'close',
      'keep-alive': 'timeout=5',
      etag: '"x"',
      date: 'now',
    }
    addReplyHeaders(list, reply, new Set(['date']))
    expect(list).toEqual(['set-cookie', 'a=1', 'set-cookie', 'b=2', 'etag', '"x"'])
  })
})
