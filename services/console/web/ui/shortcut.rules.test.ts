import { describe, expect, it } from 'vitest'
import { letterOf } from './shortcut.rules.ts'

describe('letterOf', () => {
  it("returns the letter of the layout, or of the key's position on an Arabic keyboard", () => {
    expect(letterOf({ key: 'K', code: 'KeyK' })).toBe('k')
    expect(letterOf({ key: 'ن', code: 'KeyK' })).toBe('k')
    // The same letter is at another place on a French keyboard.
    expect(letterOf({ key: 'a', code: 'KeyQ' })).toBe('a')
  })

  it('ignores keys without letters', () => {
    expect(letterOf({ key: 'Enter', code: 'Enter' })).toBe('Enter')
    expect(letterOf({ key: '١', code: 'Digit1' })).toBe('١')
  })
})
