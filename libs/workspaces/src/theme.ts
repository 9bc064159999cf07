/** The colors of a page in one color scheme. */
export type Palette = {
  background: string
  surface: string
  text: string
  quiet: string
  line: string
  fieldLine: string
  accent: string
  onAccent: string
  accentText: string
  accentSoft: string
  alert: string
  alertSoft: string
  success: string
  successSoft: string
}

const light = {
  background: '#fdfcfb',
  surface: '#ffffff',
  text: '#1c2024',
  quiet: '#60646c',
  line: '#e0e1e6',
  fieldLine: '#80838d',
  alert: '#a01b2c',
  alertSoft: '#ffefef',
  success: '#1a6b4c',
  successSoft: '#e6f7ed',
}

const dark: typeof light = {
  background: '#111113',
  surface: '#18191b',
  text: '#edeef0',
  quiet: '#b0b4ba',
  line: '#363a3f',
  fieldLine: '#777b84',
  alert: '#ff9592',
  alertSoft: '#3b1219',
  success: '#4cc38a',
  successSoft: '#132d21',
}

const defaultBrand = '#3e63dd'
/** WCAG AA for text. */
const readable = 4.5
/** WCAG AA for parts of the interface. */
const visible = 3

/**
 * Returns the palettes of a brand color. The color itself is used where it is readable, otherwise a darker or lighter
 * one.
 */
export const palettesOf = (brandColor: string | null): { light: Palette; dark: Palette } => {
  const brand =
    brandColor !== null && /^#[\da-f]{6}$/i.test(brandColor) ? brandColor.toLowerCase() : defaultBrand
  return { light: withAccent(light, brand, '#000000'), dark: withAccent(dark, brand, '#ffffff') }
}

const withAccent = (base: typeof light, brand: string, toward: string): Palette => {
  const accent = until(brand, toward, (color) => contrast(color, base.surface) >= visible)
  const accentSoft = mix(accent, base.surface, 0.9)
  const isReadable = (color: string): boolean =>
    [base.surface, base.background, accentSoft].every((behind) => contrast(color, behind) >= readable)
  return {
    ...base,
    accent,
    onAccent: contrast('#ffffff', accent) >= readable ? '#ffffff' : '#000000',
    accentText: until(brand, toward, isReadable),
    accentSoft,
  }
}

/** Gradually mixes a color with another one until it is readable. */
const until = (color: string, toward: string, fits: (color: string) => boolean): string => {
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = mix(color, toward, share)
    if (fits(mixed)) return mixed
  }
  return toward
}

const partsOf = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

const mix = (color: string, other: string, share: number): string => {
  const others = partsOf(other)
  const parts = partsOf(color).map((part, at) => Math.round(part + (others[at]! - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the contrast ratio of two colors (WCAG 2.2). */
export const contrast = (one: string, other: string): number => {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

const luminance = (color: string): number => {
  const [red, green, blue] = partsOf(color).map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
