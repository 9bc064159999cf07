import { describe, expect, it } from 'vitest'
import { matchesQuery } from './command-palette.rules.ts'

describe('matchesQuery', () => {
  it.each([
    ['Add a client', 'ad cl', true],
    ['Add a client', 'CLIENT', true],
    ['Add a client', '', true],
    ['Add a client', 'lient', false],
    ['Add a client', 'add session', false],
    ['العملاء', 'العم', true],
  ])('compares “%s” with “%s”', (label, query, expected) => {
    expect(matchesQuery(label, query)).toBe(expected)
  })
})
