import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, palettesOf } from './theme.ts'

describe('contrast', () => {
  it('is 21 for black and white, and 1 for equal colors', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#7b2d8b', '#7b2d8b')).toBe(1)
  })
})

describe('palettesOf', () => {
  it('uses a readable brand color unchanged', () => {
    expect(palettesOf('#7B2D8B').light).toMatchObject({
      accent: '#7b2d8b',
      accentText: '#7b2d8b',
      onAccent: '#ffffff',
    })
  })

  it('uses a default color if the brand color is missing or not a color', () => {
    expect(palettesOf('red; } body { display: none')).toEqual(palettesOf(null))
  })

  it('keeps every text readable for any brand color', () => {
    const color = fc
      .integer({ min: 0, max: 0xff_ff_ff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(color, (brand) => {
        const { light, dark } = palettesOf(brand)
        for (const palette of [light, dark]) {
          const { surface, background, accent, onAccent, accentText, accentSoft } = palette
          const pairs = [
            [palette.text, background],
            [palette.text, surface],
            [palette.quiet, background],
            [palette.quiet, surface],
            [palette.alert, palette.alertSoft],
            [palette.success, palette.successSoft],
            [onAccent, accent],
            [accentText, surface],
            [accentText, background],
            [accentText, accentSoft],
          ] as const
          expect(pairs.filter(([text, behind]) => contrast(text, behind) < 4.5)).toEqual([])
          expect(contrast(accent, surface)).toBeGreaterThanOrEqual(3)
        }
      }),
    )
  })
})
