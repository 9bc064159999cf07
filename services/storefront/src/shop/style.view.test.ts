import { describe, expect, it } from 'vitest'
import { colours } from './style.view.ts'

const luminance = (colour: string): number => {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

// axe can only measure contrast in a browser.
describe('shop page colour scheme', () => {
  it.each([
    [colours.text, colours.background],
    [colours.quiet, colours.background],
    [colours.link, colours.background],
    [colours.buttonText, colours.button],
    [colours.alert, colours.alertBackground],
  ])('has at least the contrast that WCAG AA requires for %s on %s', (text, background) => {
    expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5)
  })
})
