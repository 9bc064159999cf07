import { describe, expect, it } from 'vitest'
import { dayAfterKey, within } from './calendar.rules.ts'

describe('dayAfterKey', () => {
  it.each([
    ['ArrowLeft', false, '2026-11-18', '2026-11-20'],
    ['ArrowRight', false, '2026-11-20', '2026-11-18'],
    ['ArrowUp', false, '2026-11-12', '2026-11-12'],
    ['ArrowDown', false, '2026-11-26', '2026-11-26'],
    ['Home', false, '2026-11-15', '2026-11-15'],
    ['End', false, '2026-11-21', '2026-11-21'],
    ['PageUp', false, '2026-10-19', '2026-10-19'],
    ['PageDown', true, '2027-11-19', '2027-11-19'],
    ['Enter', false, null, null],
  ])('moves with %s (Shift: %s)', (key, shiftKey, ltr, rtl) => {
    expect(dayAfterKey({ key, shiftKey }, '2026-11-19', 0, false)).toBe(ltr)
    expect(dayAfterKey({ key, shiftKey }, '2026-11-19', 0, true)).toBe(rtl)
  })

  it('starts weeks on the first day of the locale', () => {
    expect(dayAfterKey({ key: 'Home', shiftKey: false }, '2026-11-19', 6, false)).toBe('2026-11-14')
  })
})

describe('within', () => {
  it('keeps days between the limits', () => {
    expect(within('2026-11-19', '2026-11-20')).toBe('2026-11-20')
    expect(within('2026-11-19', undefined, '2026-11-18')).toBe('2026-11-18')
    expect(within('2026-11-19')).toBe('2026-11-19')
  })
})
