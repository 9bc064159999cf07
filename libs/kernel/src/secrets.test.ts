import { describe, expect, it } from 'vitest'
import { isId, newSecret, newSecretId } from './index.ts'

/**
 * Counts ones and zeros at each bit position and returns the smallest count. Random values give roughly equal counts.
 */
const smallestBitCount = (values: Buffer[]): number => {
  const bits = values[0]!.length * 8
  const ones = Array.from(
    { length: bits },
    (_, bit) => values.filter((value) => value[bit >> 3]! & (1 << (bit & 7))).length,
  )
  return Math.min(...ones.map((count) => Math.min(count, values.length - count)))
}

describe('newSecret and newSecretId', () => {
  // For 2,000 values of 256 random bits, the smallest count is 860 or less in fewer than one of 10,000 runs.
  it.each([
    ['newSecret', () => Buffer.from(newSecret(), 'base64url'), 32],
    ['newSecretId', () => Buffer.from(newSecretId(), 'hex'), 12],
  ])('returns values in which every bit is random (%s)', (_name, make, bytes) => {
    const values = Array.from({ length: 2000 }, make)
    expect(values.every((value) => value.length === bytes)).toBe(true)
    expect(new Set(values.map((value) => value.toString('hex'))).size).toBe(2000)
    expect(smallestBitCount(values)).toBeGreaterThan(860)
  })
})

describe('newSecretId', () => {
  it('returns a well-formed id', () => {
    expect(isId(newSecretId())).toBe(true)
  })
})
