import { describe, expect, it } from 'vitest'
import { hueOf, hues, huesOf, initialsOf } from './avatar.rules.ts'

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

describe('huesOf', () => {
  it('gives people different hues, and repeats hues evenly when there are more people', () => {
    const ids = Array.from({ length: 2 * hues.length }, (_, index) => `person-${index}`)
    const found = huesOf(ids)
    expect(new Set(ids.slice(0, hues.length).map((id) => found.get(id)))).toEqual(new Set(hues))
    expect(new Set(ids.slice(hues.length).map((id) => found.get(id)))).toEqual(new Set(hues))
  })

  it('keeps the hues when someone joins', () => {
    const before = huesOf(['a', 'b', 'c'])
    const after = huesOf(['a', 'b', 'c', 'd'])
    expect([...before].every(([id, hue]) => after.get(id) === hue)).toBe(true)
    expect(before.get('a')).toBe(hueOf('a'))
  })
})
