import { describe, expect, it } from 'vitest'
import { keepLost } from './keep-lost.ts'

const known = new Map([
  ['labs', 1],
  ['pos', 1],
])

describe('keepLost', () => {
  it('removes an entry that was deleted, and adds new ones', () => {
    const shown = new Map([
      ['pos', 2],
      ['loyalty', 1],
    ])
    expect(keepLost(known, shown)).toEqual(shown)
  })

  it('keeps the known entries when several have disappeared at once', () => {
    expect(keepLost(known, new Map())).toEqual(known)
    expect([...keepLost(known, new Map([['loyalty', 1]])).keys()]).toEqual(['labs', 'pos', 'loyalty'])
  })
})
