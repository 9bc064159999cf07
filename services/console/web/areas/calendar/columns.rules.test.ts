import type { Session, Staff } from '@workspace-platform/client/scheduling'
import { describe, expect, it } from 'vitest'
import { dayColumns, peopleOf, staffColumns } from './columns.rules.ts'

const member = (id: string) => ({ id, name: `Name of ${id}`, workingHours: null }) as Staff
const session = (id: string, staffId: string | null) =>
  ({
    id,
    staffId,
    staffName: staffId && `Old ${staffId}`,
    date: '2026-11-16',
    startTime: '10:00',
    durationMinutes: 60,
  }) as Session
const calendar = (...sessions: Session[]) => ({
  sessions,
  workingHours: null,
  holidays: [],
  timeZone: 'Africa/Cairo',
})

describe('peopleOf', () => {
  it('adds people who appear only in sessions, and gives everyone a color of their own', () => {
    const people = peopleOf([member('a'), member('b')], [session('1', 'a'), session('2', 'gone')])
    expect(people.map(({ name }) => name)).toEqual(['Name of a', 'Name of b', 'Old gone'])
    expect(new Set(people.map(({ hue }) => hue)).size).toBe(3)
  })
})

describe('staffColumns', () => {
  const people = peopleOf([member('a'), member('b')], [])

  it('has a column per staff member, and an unassigned column only if a session needs it', () => {
    expect(staffColumns('2026-11-16', people, calendar(), 'None').map(({ id }) => id)).toEqual(['a', 'b'])
    const columns = staffColumns(
      '2026-11-16',
      people,
      calendar(session('1', null), session('2', 'b')),
      'None',
    )
    expect(columns.map(({ id, blocks }) => [id, blocks.length])).toEqual([
      ['a', 0],
      ['b', 1],
      ['none', 1],
    ])
  })

  it('has one column in a workspace without staff', () => {
    expect(staffColumns('2026-11-16', [], calendar(), 'None').map(({ name }) => name)).toEqual(['None'])
  })
})

describe('dayColumns', () => {
  it("puts the sessions of all staff into their day's column", () => {
    const columns = dayColumns(
      ['2026-11-15', '2026-11-16'],
      null,
      calendar(session('1', 'a'), session('2', 'b')),
      (date) => date,
    )
    expect(columns.map(({ blocks }) => blocks.map(({ lanes }) => lanes))).toEqual([[], [2, 2]])
  })
})
