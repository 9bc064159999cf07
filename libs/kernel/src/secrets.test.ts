import { expect, test } from 'vitest'
import { isId, newSecret, newSecretId } from './index.ts'

/** Of many values, how many take each of two values at each bit: what is random has about as many of both everywhere. */
const leastOftenBit = (values: Buffer[]): number => {
  const bits = values[0]!.length * 8
  const ones = Array.from(
    { length: bits },
    (_, bit) => values.filter((value) => value[bit >> 3]! & (1 << (bit & 7))).length,
  )
  return Math.min(...ones.map((count) => Math.min(count, values.length - count)))
}

// Under 900 of 2,000 at one of 256 bits happens by chance less often than once in 10,000 runs.
test.each([
  ['newSecret', () => Buffer.from(newSecret(), 'base64url'), 32],
  ['newSecretId', () => Buffer.from(newSecretId(), 'hex'), 12],
])('every bit of %s is random', (_name, make, bytes) => {
  const values = Array.from({ length: 2000 }, make)
  expect(values.every((value) => value.length === bytes)).toBe(true)
  expect(new Set(values.map((value) => value.toString('hex'))).size).toBe(2000)
  expect(leastOftenBit(values)).toBeGreaterThan(860)
})

test('a secret id looks like an id', () => {
  expect(isId(newSecretId())).toBe(true)
})
