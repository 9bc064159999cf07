import { createMetrics, requestContext } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { createPasswordHasher } from './password-hashing.ts'

const passwords = createPasswordHasher(createMetrics('test'))

describe('createPasswordHasher', () => {
  it('accepts the correct password, rejects a wrong one, and rejects every password for an account without a hash', async () => {
    const hash = await passwords.hash('correct-horse-1')
    expect(await passwords.verify(hash, 'correct-horse-1')).toBe(true)
    expect(await passwords.verify(hash, 'wrong-horse-1')).toBe(false)
    expect(await passwords.verify(null, 'correct-horse-1')).toBe(false)
  })

  it('hashes at the OWASP minimum cost by default and verifies hashes made with other costs', async () => {
    const cheap = await createPasswordHasher(createMetrics('test'), 64).hash('correct-horse-1')
    expect(cheap).toContain('$m=64,t=2,p=1$')
    expect(await passwords.hash('correct-horse-1')).toContain('$m=19456,t=2,p=1$')
    expect(await passwords.verify(cheap, 'correct-horse-1')).toBe(true)
  })

  it('rejects calls when the queue is full, and skips calls whose caller has stopped waiting', async () => {
    const hash = () => passwords.hash('correct-horse-1')
    const gone = { requestId: 'gone', signal: AbortSignal.abort() }
    const late = { requestId: 'late', deadline: performance.now() - 1 }
    const busy = [hash(), hash()]
    const asked = Array.from({ length: 300 }, (_, index) => requestContext.run(index % 2 ? gone : late, hash))
    const codes = (await Promise.allSettled(asked)).map((result) =>
      result.status === 'rejected' ? (result.reason as { code: string }).code : 'hashed',
    )
    expect(codes.filter((code) => code === 'TIMEOUT')).toHaveLength(200)
    expect(codes.filter((code) => code === 'UNAVAILABLE')).toHaveLength(100)
    expect(await Promise.all(busy)).toHaveLength(2)
    expect(await hash()).toMatch(/^\$argon2id/)
  })
})
