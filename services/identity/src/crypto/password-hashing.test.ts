import { createMetrics, requestContext } from '@wp/telemetry'
import { expect, test } from 'vitest'
import { createPasswordHasher } from './password-hashing.ts'

const passwords = createPasswordHasher(createMetrics('test'))

test('compares a password with its hash, and with none at all it is wrong', async () => {
  const hash = await passwords.hash('correct-horse-1')
  expect(await passwords.verify(hash, 'correct-horse-1')).toBe(true)
  expect(await passwords.verify(hash, 'wrong-horse-1')).toBe(false)
  expect(await passwords.verify(null, 'correct-horse-1')).toBe(false)
})

test('hashes with at least what OWASP asks for, unless told otherwise; what was hashed at other costs is still compared', async () => {
  const cheap = await createPasswordHasher(createMetrics('test'), 64).hash('correct-horse-1')
  expect(cheap).toContain('$m=64,t=2,p=1$')
  expect(await passwords.hash('correct-horse-1')).toContain('$m=19456,t=2,p=1$')
  expect(await passwords.verify(cheap, 'correct-horse-1')).toBe(true)
})

test('more than can wait are refused at once, and what nobody waits for any more is not hashed', async () => {
  const hash = () => passwords.hash('correct-horse-1')
  const gone = { requestId: 'gone', signal: AbortSignal.abort() }
  const late = { requestId: 'late', deadline: Date.now() - 1 }
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
