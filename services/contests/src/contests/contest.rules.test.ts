import { describe, expect, it } from 'vitest'
import { checkChanges, checkPublishable, checkRunning, checkTimes } from './contest.rules.ts'

describe('checkChanges', () => {
  it.each([
    ['draft', 'published'],
    ['published', 'closed'],
    ['draft', 'draft'],
    ['closed', 'closed'],
  ] as const)('allows a status change from %s to %s', (from, status) => {
    expect(() => checkChanges(from, { status })).not.toThrow()
  })

  it.each([
    ['draft', 'closed', 'it can only become published'],
    ['published', 'draft', 'it can only become closed'],
    ['closed', 'published', 'a closed contest is final'],
    ['closed', 'draft', 'a closed contest is final'],
  ] as const)('rejects a status change from %s to %s: %s', (from, status, why) => {
    expect(() => checkChanges(from, { status })).toThrow(why)
  })

  it.each([
    { questions: [] },
    { startsAt: '2027-03-01T10:00:00.000Z' },
    { durationMinutes: null },
    { shuffle: true },
  ])('accepts %o for a draft and rejects it once the contest is published', (changes) => {
    expect(() => checkChanges('published', changes)).toThrow(
      'cannot be changed once the contest is published',
    )
    expect(() => checkChanges('closed', changes)).toThrow('cannot be changed once the contest is published')
    expect(() => checkChanges('draft', changes)).not.toThrow()
  })

  it('accepts a new title, description and end time in every status', () => {
    const changes = { title: 'Quiz', description: null, endsAt: '2027-03-02T10:00:00.000Z' }
    for (const status of ['draft', 'published', 'closed'] as const)
      expect(() => checkChanges(status, changes)).not.toThrow()
  })
})

describe('checkPublishable', () => {
  it('rejects publishing a contest without questions', () => {
    expect(() => checkPublishable({ questions: [] })).toThrow('questions must contain at least one question')
  })
})

const times = { startsAt: new Date(1000), endsAt: new Date(2000) }

describe('checkTimes', () => {
  it('rejects an end time that is not after the start time', () => {
    expect(() => checkTimes(times)).not.toThrow()
    expect(() => checkTimes({ ...times, endsAt: times.startsAt })).toThrow('endsAt must be after startsAt')
  })
})

describe('checkRunning', () => {
  it.each([
    [999, 'published', 'NOT_STARTED'],
    [2000, 'published', 'CLOSED'],
    [1500, 'closed', 'CLOSED'],
    [999, 'closed', 'CLOSED'],
  ] as const)(
    'rejects an attempt started at time %i in a %s contest from 1000 to 2000 with %s',
    (now, status, code) => {
      expect(() => checkRunning({ ...times, status }, new Date(now))).toThrow(
        expect.objectContaining({ code }),
      )
    },
  )

  it.each([1000, 1999])('accepts a start at time %i in a published contest from 1000 to 2000', (now) => {
    expect(() => checkRunning({ ...times, status: 'published' }, new Date(now))).not.toThrow()
  })
})
