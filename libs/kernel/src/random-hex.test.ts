import { describe, expect, it } from 'vitest'
import { randomHex } from './index.ts'

describe('randomHex', () => {
  it('returns the requested number of hexadecimal digits and does not repeat long values', () => {
    const texts = [8, 16, 32, 3, 5000, 8].flatMap((digits) =>
      Array.from({ length: 100 }, () => {
        const text = randomHex(digits)
        expect(text).toMatch(/^[0-9a-f]+$/)
        expect(text).toHaveLength(digits)
        return text
      }),
    )
    const long = texts.filter(({ length }) => length >= 16)
    expect(new Set(long).size).toBe(long.length)
    const parts = long.flatMap((text) => text.match(/.{16}/g) ?? [])
    expect(new Set(parts).size).toBe(parts.length)
  })
})
