import { describe, expect, it } from 'vitest'
import { createDigester } from './digests.ts'

describe('createDigester', () => {
  it('returns the same digest for the same input and different digests for different purposes and owners', () => {
    const { digest } = createDigester(Buffer.alloc(32, 3))
    expect(digest('backup-code', 'a', '123')).toBe(digest('backup-code', 'a', '123'))
    expect(
      new Set([digest('x', 'a', '1'), digest('y', 'a', '1'), digest('x', 'b', '1'), digest('x', 'a1')]).size,
    ).toBe(4)
  })
})
