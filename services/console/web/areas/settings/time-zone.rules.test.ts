import { describe, expect, it } from 'vitest'
import { zoneNamer, zoneOptions, zoneText } from './time-zone.rules.ts'

const summer = new Date('2026-07-01T12:00:00Z')
const winter = new Date('2026-12-01T12:00:00Z')

describe('zoneNamer', () => {
  it('returns the city with the offset of the day', () => {
    const name = zoneNamer('en-EG', summer)
    expect(zoneText(name('Africa/Cairo'))).toBe('Cairo (GMT+3)')
    expect(name('Africa/Cairo')).toMatchObject({
      label: 'Cairo',
      detail: 'GMT+3',
      minutes: 180,
    })
    expect(zoneNamer('en-EG', winter)('Africa/Cairo').detail).toBe('GMT+2')
    expect(name('Asia/Kolkata')).toMatchObject({ label: 'Kolkata', detail: 'GMT+5:30', minutes: 330 })
    expect(name('America/Argentina/Buenos_Aires')).toMatchObject({
      label: 'Buenos Aires, Argentina',
      minutes: -180,
    })
    expect(name('UTC')).toMatchObject({ label: 'UTC', detail: 'GMT+0', minutes: 0 })
  })

  it('begins with the name of the zone in other languages and uses their digits', () => {
    const name = zoneNamer('ar-EG', summer)
    expect(zoneText(name('Africa/Cairo'))).toBe('توقيت مصر • Cairo (غرينتش+٣)')
    expect(zoneText(name('UTC'))).toBe('UTC (غرينتش+٠)')
  })
})

describe('zoneOptions', () => {
  it('lists every zone once from west to east', () => {
    const options = zoneOptions('en', summer)
    const ids = options.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(400)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain('UTC')
    expect(ids.indexOf('America/New_York')).toBeLessThan(ids.indexOf('UTC'))
    expect(ids.indexOf('UTC')).toBeLessThan(ids.indexOf('Africa/Cairo'))
  })
})
