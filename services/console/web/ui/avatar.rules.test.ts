import { describe, expect, it } from 'vitest'
import { hueOf, hues, initialsOf } from './avatar.rules.ts'

describe('initialsOf', () => {
  it.each([
    ['Mona Adel', 'MA'],
    ['Mona', 'M'],
    ['Ali ibn Sina', 'AS'],
    ['owner@example.com', 'O'],
    ['sara.nabil@example.com', 'SN'],
    ['سارة نبيل', 'س'],
    ['', ''],
  ])('returns the initials of %s', (name, expected) => {
    expect(initialsOf(name)).toBe(expected)
  })
})

describe('hueOf', () => {
  it('always returns the same hue for an id, and uses all hues', () => {
    const ids = Array.from({ length: 200 }, (_, index) => `id-${index}`)
    expect(new Set(ids.map(hueOf))).toEqual(new Set(hues))
    expect(ids.map(hueOf)).toEqual(ids.map(hueOf))
  })
})
