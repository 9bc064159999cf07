import { describe, expect, it } from 'vitest'
import { TimeZone } from './time-zone.contract.ts'

describe('TimeZone', () => {
  it.each(['UTC', 'Africa/Cairo', 'America/Argentina/Buenos_Aires'])('accepts %j', (zone) => {
    expect(TimeZone.safeParse(zone).success).toBe(true)
  })

  it.each(['', '+02:00', 'Mars/Olympus', 'Africa/Cairo; drop'])('rejects %j', (zone) => {
    expect(TimeZone.safeParse(zone).success).toBe(false)
  })
})
