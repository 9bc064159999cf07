import { describe, expect, it } from 'vitest'
import { keepLost } from './keep-lost.ts'

const known = new Map([
  ['labs', 1],
  ['pos', 1],
])

describe('keepLost', () => {
  it('removes entries that were deleted, and adds new ones', () => {
    const shown = new Map([['loyalty', 1]])
    expect(keepLost(known, shown, new Set(['labs', 'pos']))).toEqual(shown)
    expect(keepLost(known, new Map([['pos', 2]]), new Set(['labs']))).toEqual(new Map([['pos', 2]]))
  })

  it('keeps known entries that disappeared without being deleted', () => {
    expect(keepLost(known, new Map(), new Set())).toEqual(known)
    expect([...keepLost(known, new Map([['loyalty', 1]]), new Set(['labs'])).keys()]).toEqual([
      'pos',
      'loyalty',
    ])
  })
})
