import { expect, test } from 'vitest'
import { isTimeZone } from './time-zone.rules.ts'

test('time zones are names of the IANA list, not offsets', () => {
  for (const zone of ['UTC', 'Africa/Cairo', 'America/Argentina/Buenos_Aires'])
    expect(isTimeZone(zone)).toBe(true)
  for (const zone of ['', '+02:00', 'Mars/Olympus', 'Africa/Cairo; drop'])
    expect(isTimeZone(zone)).toBe(false)
})
