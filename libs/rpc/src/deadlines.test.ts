import { describe, expect, it } from 'vitest'
import { remainingMs, hopMarginMs } from './deadlines.ts'

describe('remainingMs', () => {
  it("returns the call's own limit when the caller has no deadline", () => {
    expect(remainingMs(2000, undefined, 0)).toBe(2000)
  })

  it("returns the caller's remaining time minus the margin, or the call's own limit if that is shorter", () => {
    expect(remainingMs(2000, 1500, 1000)).toBe(500 - hopMarginMs)
    expect(remainingMs(100, 1500, 1000)).toBe(100)
  })

  it('throws TIMEOUT when no time is left', () => {
    expect(() => remainingMs(2000, 1000 + hopMarginMs, 1000)).toThrow(
      expect.objectContaining({ code: 'TIMEOUT' }),
    )
  })
})
