import { describe, expect, it } from 'vitest'
import { apiKeyPrefix, isApiKey, isWellFormedApiKey, newApiKey } from './index.ts'

describe('newApiKey', () => {
  it('returns keys with the prefix, 32 random characters and a checksum of 6', () => {
    const keys = Array.from({ length: 200 }, newApiKey)
    for (const key of keys) {
      expect(key).toMatch(/^wpk_live_[0-9A-Za-z]{38}$/)
      expect(isWellFormedApiKey(key)).toBe(true)
    }
    expect(new Set(keys.map((key) => key.slice(0, -6))).size).toBe(200)
  })
})

describe('isWellFormedApiKey', () => {
  const key = newApiKey()
  const at = apiKeyPrefix.length + 5
  const other = key[at] === 'a' ? 'b' : 'a'

  it('accepts a key with a known checksum', () => {
    expect(isWellFormedApiKey(`wpk_live_${'0'.repeat(32)}2d8PjC`)).toBe(true)
  })

  it.each([
    ['a mistyped character', key.slice(0, at) + other + key.slice(at + 1)],
    ['two characters swapped', swapDifferent(key)],
    ['a missing character', key.slice(0, -1)],
    ['an added character', `${key}0`],
    ['another prefix', key.replace('wpk_live_', 'wpk_test_')],
    ['a line break at its end', `${key}\n`],
    ['nothing after the prefix', apiKeyPrefix],
    ['no content', ''],
  ])('rejects a key with %s', (_, wrong) => {
    expect(isWellFormedApiKey(wrong)).toBe(false)
  })
})

describe('isApiKey', () => {
  it('recognizes keys by their prefix', () => {
    expect(isApiKey(newApiKey())).toBe(true)
    expect(isApiKey('wpk_live_mistyped')).toBe(true)
    expect(isApiKey('eyJhbGciOiJFUzI1NiJ9.e30.x')).toBe(false)
  })
})

function swapDifferent(key: string): string {
  const start = apiKeyPrefix.length
  const at = key.split('').findIndex((one, index) => index >= start && one !== key[index + 1])
  return key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2)
}
