import { describe, expect, it } from 'vitest'
import { changeBetween } from './figure.rules.ts'

describe('changeBetween', () => {
  it('returns the change as a share of the previous amount', () => {
    expect([changeBetween(100, 120), changeBetween(100, 80), changeBetween(-100, -50)]).toEqual([
      0.2, -0.2, 0.5,
    ])
  })

  it('returns null without an amount to compare with', () => {
    expect(changeBetween(0, 5)).toBeNull()
  })
})
