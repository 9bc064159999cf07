import { describe, expect, it } from 'vitest'
import { toText } from './search-parameter.rules.ts'

describe('toText', () => {
  it('returns texts, numbers and booleans as text, and nothing else', () => {
    expect(['lai', 12, true].map(toText)).toEqual(['lai', '12', 'true'])
    expect([undefined, null, { a: 1 }, ['x']].map(toText)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
