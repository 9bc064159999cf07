import { expect, test } from 'vitest'
import { isTimeZone, WorkingHours } from './working-hours.ts'
import { changesOf } from './workspace.rules.ts'

test('settings are set one by one, so that the others stay', () => {
  expect(changesOf({ settings: { locale: 'ar' } }, { phone: '+1' })).toEqual({ 'settings.locale': 'ar' })
})

test('another phone number is not verified, the same one stays so', () => {
  expect(changesOf({ phone: '+2' }, { phone: '+1' })).toEqual({ phone: '+2', phoneVerified: false })
  expect(changesOf({ phone: '+1' }, { phone: '+1' })).toEqual({ phone: '+1' })
})

test('time zones are names of the IANA list, not offsets', () => {
  for (const zone of ['UTC', 'Africa/Cairo', 'America/Argentina/Buenos_Aires'])
    expect(isTimeZone(zone)).toBe(true)
  for (const zone of ['', '+02:00', 'Mars/Olympus', 'Africa/Cairo; drop'])
    expect(isTimeZone(zone)).toBe(false)
})

const closed = { isOpen: false, intervals: [] }
const week = (monday: unknown) => ({
  monday,
  tuesday: closed,
  wednesday: closed,
  thursday: closed,
  friday: closed,
  saturday: closed,
  sunday: closed,
})

test('working hours are in order and apart, and each interval ends after it begins', () => {
  const isGood = (intervals: unknown) => WorkingHours.safeParse(week({ isOpen: true, intervals })).success
  expect(
    isGood([
      { start: '09:00', end: '12:00' },
      { start: '12:00', end: '18:00' },
    ]),
  ).toBe(true)
  expect(
    isGood([
      { start: '09:00', end: '13:00' },
      { start: '12:00', end: '18:00' },
    ]),
  ).toBe(false)
  expect(
    isGood([
      { start: '14:00', end: '18:00' },
      { start: '09:00', end: '12:00' },
    ]),
  ).toBe(false)
  expect(isGood([{ start: '09:00', end: '09:00' }])).toBe(false)
  expect(isGood([{ start: '9:00', end: '24:00' }])).toBe(false)
})
