import { describe, expect, it } from 'vitest'
import { isRequestId } from './index.ts'

describe('isRequestId', () => {
  it.each(['a', '0198-ab.C_d', 'x'.repeat(128)])('accepts %s', (value) => {
    expect(isRequestId(value)).toBe(true)
  })

  it.each([undefined, ['a'], '', 'x'.repeat(129), 'two words', 'line\nbreak', 'line\n'])(
    'rejects %j',
    (value) => {
      expect(isRequestId(value)).toBe(false)
    },
  )
})
