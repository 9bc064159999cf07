import { describe, expect, it } from 'vitest'
import { activeIndex } from './data-table.rules.ts'

const at = (rows: string[], id: string | null, index: number) =>
  activeIndex(rows, (row) => row, { id, index })

describe('activeIndex', () => {
  it('follows the active row when others arrive above it or go', () => {
    expect(at(['a', 'b'], 'a', 0)).toBe(0)
    expect(at(['new', 'a', 'b'], 'a', 0)).toBe(1)
    expect(at(['b'], 'b', 1)).toBe(0)
  })

  it('takes the row in the place of one that is gone', () => {
    expect(at(['a', 'c'], 'b', 1)).toBe(1)
    expect(at(['a'], 'b', 1)).toBe(0)
    expect(at([], 'b', 1)).toBe(0)
  })

  it('starts with the first row, whichever it is', () => {
    expect(at(['new', 'a'], null, 0)).toBe(0)
  })
})
