import { describe, expect, it } from 'vitest'
import { requireLoopbackHost } from './loopback-host.rules.ts'

const check = (headers: Record<string, string>) => () => requireLoopbackHost({ headers })

describe('requireLoopbackHost', () => {
  it.each(['localhost', 'localhost:8080', 'shop.localhost', '127.0.0.1:80', '127.1.2.3', '[::1]:8080'])(
    'accepts the host "%s"',
    (host) => {
      expect(check({ host })).not.toThrow()
      expect(check({ host: '127.0.0.1:1', 'x-forwarded-host': host })).not.toThrow()
    },
  )

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.0.7:8080', ''])(
    'rejects the host "%s"',
    (host) => {
      expect(check({ host })).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }))
      expect(check({ host: '127.0.0.1:1', 'x-forwarded-host': host })).toThrow('localhost')
      expect(check({ host, 'x-forwarded-host': 'localhost' })).toThrow('localhost')
    },
  )

  it('rejects a request without a host', () => {
    expect(check({})).toThrow('localhost')
  })
})
