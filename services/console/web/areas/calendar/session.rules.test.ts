import type { Session } from '@workspace-platform/client/scheduling'
import { describe, expect, it } from 'vitest'
import {
  endOf,
  fieldsOfSlot,
  firstFreeTime,
  isMovable,
  nextStatuses,
  performs,
  questionsFor,
  serviceMinutes,
  slotsFor,
  toBody,
  toFields,
} from './session.rules.ts'

const services = [
  { id: 'cut', name: 'Cut', durationMinutes: 45 },
  { id: 'colour', name: 'Colour', durationMinutes: 60 },
  { id: 'talk', name: 'Talk', durationMinutes: null },
]

describe('serviceMinutes', () => {
  it("adds up the services' durations, or returns an hour", () => {
    expect(serviceMinutes(services, ['cut', 'colour'])).toBe(105)
    expect(serviceMinutes(services, ['talk'])).toBe(60)
    expect(serviceMinutes(services, [])).toBe(60)
  })
})

describe('toBody', () => {
  const slot = { date: '2026-11-16', startTime: '14:00', staffId: null, minutes: null }

  it('names a session after its services unless it has a title', () => {
    const fields = { ...fieldsOfSlot(slot, 'c1'), serviceIds: 'cut,colour' }
    expect(toBody(fields, services, null)).toMatchObject({
      name: 'Cut, Colour',
      clientId: 'c1',
      staffId: null,
      durationMinutes: null,
      questionCategory: null,
    })
    expect(toBody({ ...fields, title: ' Bride ' }, services, 90)).toMatchObject({
      name: 'Bride',
      durationMinutes: 90,
    })
  })

  it('returns the fields of a session unchanged', () => {
    const session = {
      clientId: 'c1',
      serviceIds: ['cut'],
      serviceNames: ['Cut'],
      staffId: 's1',
      date: '2026-11-16T00:00:00.000Z',
      startTime: '14:00',
      durationMinutes: 45,
      name: 'Cut',
      questionCategory: null,
    } as Session
    const fields = toFields(session)
    expect(fields.title).toBe('')
    expect(toBody(fields, services, 45)).toMatchObject({ name: 'Cut', staffId: 's1', date: '2026-11-16' })
    expect(toFields({ ...session, name: 'Bride' }).title).toBe('Bride')
  })
})

describe('firstFreeTime', () => {
  it('returns the next quarter hour today, and the opening time on other days', () => {
    expect(firstFreeTime(true, 601, 540)).toBe('10:15')
    expect(firstFreeTime(true, 1439, 540)).toBe('23:45')
    expect(firstFreeTime(false, 601, 540)).toBe('09:00')
  })
})

describe('sessions', () => {
  it('computes the end, even past midnight', () => {
    expect([endOf('14:00', 90), endOf('23:30', 60)]).toEqual(['15:30', '00:30'])
  })

  it('allows moves until a session is completed or cancelled', () => {
    const statuses = ['scheduled', 'in-progress', 'completed', 'cancelled'] as const
    expect(statuses.map((status) => isMovable({ status }))).toEqual([true, true, false, false])
    expect(statuses.map((status) => nextStatuses(status)[0])).toEqual([
      'in-progress',
      'completed',
      undefined,
      undefined,
    ])
  })

  it('returns the questions of a category, or all', () => {
    const fields = [{ category: 'hair' }, { category: 'nails' }, { category: null }]
    expect(questionsFor(fields, 'hair')).toEqual([{ category: 'hair' }])
    expect(questionsFor(fields, '')).toHaveLength(3)
  })

  it('accepts only staff who perform all services', () => {
    expect(performs({ serviceIds: null }, ['cut'])).toBe(true)
    expect(performs({ serviceIds: ['cut'] }, ['cut', 'colour'])).toBe(false)
  })
})

describe('slotsFor', () => {
  const staff = [
    { id: 'mona', serviceIds: ['cut', 'colour'] },
    { id: 'omar', serviceIds: ['cut'] },
  ]

  it('keeps the times of staff who perform all services', () => {
    const slots = [
      { startTime: '09:00', staffIds: ['mona', 'omar'] },
      { startTime: '10:00', staffIds: ['omar'] },
    ]
    expect(slotsFor(slots, staff, ['cut', 'colour'])).toEqual([{ startTime: '09:00', staffIds: ['mona'] }])
    expect(slotsFor(slots, staff, ['cut'])).toEqual(slots)
  })

  it('keeps the times of unknown people and of workspaces without staff', () => {
    const slots = [
      { startTime: '09:00', staffIds: ['hidden'] },
      { startTime: '10:00', staffIds: [] },
    ]
    expect(slotsFor(slots, [], ['cut', 'colour'])).toEqual(slots)
  })
})
