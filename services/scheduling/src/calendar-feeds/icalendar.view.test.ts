import ICAL from 'ical.js'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { toInterval } from '../sessions/session.rules.ts'
import { toCalendar } from './icalendar.view.ts'
import { zoneClock } from '../time-zones/time-zone.rules.ts'

const wall = (date: string, time: string) => toInterval(date, time, 1).startMinute

describe('zoneClock', () => {
  it("reads the zone's offset at most five times for all minutes of a day", () => {
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    const toInstant = zoneClock('Asia/Tokyo')
    for (let minute = 0; minute < 1440; minute += 1) toInstant(wall('2027-06-15', '00:00') + minute)
    // Offsets are read at midnight UTC, from the day before to two days after.
    expect(asked.mock.calls.length).toBeGreaterThan(0)
    expect(asked.mock.calls.length).toBeLessThanOrEqual(5)
    asked.mockRestore()
  })

  // These values were derived by hand from each zone's published rules.
  it.each([
    ['UTC', '2027-03-28', '02:30', '2027-03-28T02:30:00.000Z', 'no change at all'],
    ['Europe/Berlin', '2027-03-28', '01:59', '2027-03-28T00:59:00.000Z', 'before the clocks go forward'],
    ['Europe/Berlin', '2027-03-28', '02:30', '2027-03-28T01:30:00.000Z', 'skipped: moves forward by an hour'],
    ['Europe/Berlin', '2027-03-28', '03:00', '2027-03-28T01:00:00.000Z', 'after the change'],
    ['Europe/Berlin', '2027-10-31', '01:59', '2027-10-30T23:59:00.000Z', 'before the clocks go back'],
    ['Europe/Berlin', '2027-10-31', '02:30', '2027-10-31T00:30:00.000Z', 'twice: the first of the two'],
    ['Europe/Berlin', '2027-10-31', '03:00', '2027-10-31T02:00:00.000Z', 'after the change'],
    ['America/New_York', '2027-03-14', '02:15', '2027-03-14T07:15:00.000Z', 'skipped'],
    ['America/New_York', '2027-11-07', '01:15', '2027-11-07T05:15:00.000Z', 'twice'],
    ['America/New_York', '2027-11-07', '02:00', '2027-11-07T07:00:00.000Z', 'after the change'],
    ['Australia/Lord_Howe', '2027-04-04', '01:45', '2027-04-03T14:45:00.000Z', 'twice, by half an hour'],
    ['Australia/Lord_Howe', '2027-10-03', '02:15', '2027-10-02T15:45:00.000Z', 'skipped, by half an hour'],
    ['Africa/Cairo', '2027-04-30', '00:30', '2027-04-29T22:30:00.000Z', 'skipped at midnight'],
    ['Asia/Kolkata', '2027-01-31', '23:59', '2027-01-31T18:29:00.000Z', 'an offset with half an hour'],
    ['Pacific/Kiritimati', '2028-02-29', '00:00', '2028-02-28T10:00:00.000Z', 'a day ahead, 29 February'],
    ['Asia/Riyadh', '2027-12-31', '23:59', '2027-12-31T20:59:00.000Z', 'the last minute of a year'],
  ])('converts local time in %s on %s at %s to %s (%s)', (zone, date, time, instant) => {
    expect(zoneClock(zone)(wall(date, time)).toISOString()).toBe(instant)
  })

  it("returns an instant at which the zone's clock shows the given time, unless the clock skips it", () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Asia/Riyadh',
      'Australia/Lord_Howe',
      'America/Santiago',
    ]
    fc.assert(
      fc.property(
        fc.integer({ min: 29_000_000, max: 32_000_000 }),
        fc.constantFrom(...zones),
        (minute, timeZone) => {
          const instant = zoneClock(timeZone)(minute)
          const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
          const wanted = new Date(minute * 60_000).toISOString().slice(0, 16).replace('T', ' ')
          const before = shown.format(new Date(instant.getTime() - 3_600_001))
          // The clock shows the given time or has just skipped it.
          expect(
            shown.format(instant) === wanted || (before < wanted && wanted < shown.format(instant)),
          ).toBe(true)
          expect(instant.getTime() % 60_000).toBe(0)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('toCalendar', () => {
  const event = (date: string, time: string, minutes: number, name = 'Cut') => ({
    id: 'a'.repeat(24),
    name,
    clientName: 'Ali',
    services: [{ name: 'Cut' }, { name: 'Dye' }],
    ...toInterval(date, time, minutes),
    createdAt: new Date('2027-01-01T00:00:00Z'),
    updatedAt: new Date('2027-01-02T00:00:00Z'),
  })
  const parsed = (text: string) => {
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown as string)
    return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  }

  it("keeps a session's local end time across a daylight saving change", () => {
    const [spring, autumn] = parsed(
      toCalendar('Mona', 'Europe/Berlin', [
        event('2027-03-28', '01:30', 120),
        event('2027-10-31', '01:30', 120),
      ]),
    )
    expect(spring!.endDate.toJSDate().toISOString()).toBe('2027-03-28T01:30:00.000Z')
    expect(autumn!.startDate.toJSDate().toISOString()).toBe('2027-10-30T23:30:00.000Z')
    expect(autumn!.endDate.toJSDate().toISOString()).toBe('2027-10-31T02:30:00.000Z')
  })

  it('ends a session after its start, even when the clock skips its start time', () => {
    const [short] = parsed(toCalendar('Mona', 'Europe/Berlin', [event('2027-03-28', '02:45', 30)]))
    expect(short!.startDate.toJSDate().toISOString()).toBe('2027-03-28T01:45:00.000Z')
    expect(short!.endDate.toJSDate().toISOString()).toBe('2027-03-28T02:15:00.000Z')
  })

  it('shortens long lists of services without splitting a character', () => {
    const services = (length: number) => [{ name: `${'x'.repeat(length)}😀` }]
    const descriptionOf = (length: number) =>
      parsed(
        toCalendar('Mona', 'UTC', [{ ...event('2027-03-10', '09:00', 30), services: services(length) }]),
      )[0]!.description
    expect(descriptionOf(498)).toBe(`Ali\n${'x'.repeat(498)}😀`)
    expect(descriptionOf(499)).toBe(`Ali\n${'x'.repeat(499)}…`)
    expect(descriptionOf(2000)).toBe(`Ali\n${'x'.repeat(500)}…`)
  })

  it('preserves any text and folds lines to at most 75 octets', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
        const name = text.replace(/[\p{Cc}\r\n]/gu, ' ')
        const calendar = toCalendar('Mona', 'UTC', [event('2027-03-10', '09:00', 30, name)])
        expect(calendar.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
        expect(parsed(calendar)[0]!.summary).toBe(name)
      }),
    )
  })
})
