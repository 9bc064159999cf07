import { describe, expect, it } from 'vitest'
import { toInterval } from './session.rules.ts'
import { firstCheck, planReminder, settingsKeyOf } from './session-reminder.rules.ts'

const at = (text: string) => new Date(text)
const settings = { timeZone: 'UTC', reminders: [1440, 120] }
const { startMinute } = toInterval('2026-11-20', '10:00', 60)
const booked = at('2026-11-17T09:00:00.000Z')

describe('planReminder', () => {
  it('schedules the first reminder, then the next one, then the start', () => {
    const plan = (now: string, after = booked) => planReminder(startMinute, settings, after, at(now))
    expect(plan('2026-11-18T00:00:00.000Z')).toMatchObject({
      minutesBefore: null,
      checkAt: at('2026-11-19T10:00:00.000Z'),
    })
    expect(plan('2026-11-19T10:00:00.000Z')).toMatchObject({
      minutesBefore: 1440,
      checkAt: at('2026-11-20T08:00:00.000Z'),
    })
    expect(plan('2026-11-20T08:00:01.000Z', at('2026-11-19T10:00:00.000Z'))).toMatchObject({
      minutesBefore: 120,
      checkAt: at('2026-11-20T10:00:00.000Z'),
    })
  })

  it('sends only the last of several missed reminders', () => {
    const plan = planReminder(startMinute, settings, booked, at('2026-11-20T08:30:00.000Z'))
    expect(plan.minutesBefore).toBe(120)
  })

  it('sends no reminder that is late by half its lead time, and none for a started session', () => {
    const late = planReminder(startMinute, settings, booked, at('2026-11-20T09:00:00.000Z'))
    expect(late.minutesBefore).toBe(null)
    const started = planReminder(startMinute, settings, booked, at('2026-11-20T10:00:00.000Z'))
    expect(started).toMatchObject({ minutesBefore: null, checkAt: null })
  })

  it('sends no reminder whose time had passed when the session was booked', () => {
    const lateBooking = at('2026-11-20T08:00:00.000Z')
    const plan = planReminder(startMinute, settings, lateBooking, at('2026-11-20T08:10:00.000Z'))
    expect(plan.minutesBefore).toBe(null)
  })

  it.each([
    ['Africa/Cairo', '2026-11-20T08:00:00.000Z'],
    ['Europe/Berlin', '2026-11-20T09:00:00.000Z'],
    ['Pacific/Honolulu', '2026-11-20T20:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-20T04:15:00.000Z'],
  ])('starts at the local time in %s', (timeZone, expected) => {
    expect(planReminder(startMinute, { ...settings, timeZone }, booked, booked).startAt).toEqual(at(expected))
  })

  it('counts minutes, not wall-clock time, across a change to summer time', () => {
    const start = toInterval('2027-03-28', '10:00', 60).startMinute
    const plan = planReminder(start, { timeZone: 'Europe/Berlin', reminders: [1440] }, booked, booked)
    expect(plan).toMatchObject({
      startAt: at('2027-03-28T08:00:00.000Z'),
      checkAt: at('2027-03-27T08:00:00.000Z'),
    })
  })
})

describe('firstCheck', () => {
  it('returns a time within a minute for a future session, and null for a past one', () => {
    expect(firstCheck(startMinute, settings, booked)).toEqual(at('2026-11-17T09:01:00.000Z'))
    expect(firstCheck(startMinute, settings, at('2026-11-20T09:59:30.000Z'))).toEqual(
      at('2026-11-20T10:00:00.000Z'),
    )
    expect(firstCheck(startMinute, settings, at('2026-11-20T10:00:00.000Z'))).toBe(null)
  })
})

describe('settingsKeyOf', () => {
  it('ignores the order of reminders', () => {
    expect(settingsKeyOf({ timeZone: 'UTC', reminders: [120, 1440] })).toBe(settingsKeyOf(settings))
    expect(settingsKeyOf({ timeZone: 'UTC', reminders: [] })).not.toBe(settingsKeyOf(settings))
  })
})
