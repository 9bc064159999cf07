import { describe, expect, it } from 'vitest'
import { activeIndex, rowsBeyond } from './data-table.rules.ts'

const at = (rows: string[], id: string | null, index: number) =>
  activeIndex(rows, (row) => row, { id, index })

describe('rowsBeyond', () => {
  it.each([
    [0, 6],
    [3, 6],
    [-12, 6],
    [13, 0],
    [-42, 0],
  ])('returns the rows to render beyond the view after it moved by %i rows: %i', (moved, expected) => {
    expect(rowsBeyond(moved)).toBe(expected)
  })
})

describe('activeIndex', () => {
  it('follows the active row when rows above it are added or removed', () => {
    expect(at(['a', 'b'], 'a', 0)).toBe(0)
    expect(at(['new', 'a', 'b'], 'a', 0)).toBe(1)
    expect(at(['b'], 'b', 1)).toBe(0)
  })

  it('selects the row that takes the place of a removed one', () => {
    expect(at(['a', 'c'], 'b', 1)).toBe(1)
    expect(at(['a'], 'b', 1)).toBe(0)
    expect(at([], 'b', 1)).toBe(0)
  })

  it('starts with the first row', () => {
    expect(at(['new', 'a'], null, 0)).toBe(0)
  })
})
