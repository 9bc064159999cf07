import { expect, test } from 'vitest'
import { checkChanges, checkPublishable, checkRunning, checkTimes } from './contest.rules.ts'

test.each([
  ['draft', 'published'],
  ['published', 'closed'],
  ['draft', 'draft'],
  ['closed', 'closed'],
] as const)('%s may become %s', (from, status) => {
  expect(() => checkChanges(from, { status })).not.toThrow()
})

test.each([
  ['draft', 'closed', 'it can become published'],
  ['published', 'draft', 'it can become closed'],
  ['closed', 'published', 'it is final'],
  ['closed', 'draft', 'it is final'],
] as const)('%s may not become %s: %s', (from, status, why) => {
  expect(() => checkChanges(from, { status })).toThrow(why)
})

test.each([
  { questions: [] },
  { startsAt: '2027-03-01T10:00:00.000Z' },
  { durationMinutes: null },
  { shuffle: true },
])('once published %o cannot change, before it can', (changes) => {
  expect(() => checkChanges('published', changes)).toThrow('cannot change once the contest is published')
  expect(() => checkChanges('closed', changes)).toThrow('cannot change once the contest is published')
  expect(() => checkChanges('draft', changes)).not.toThrow()
})

test('title, description and end change at any time', () => {
  const changes = { title: 'Quiz', description: null, endsAt: '2027-03-02T10:00:00.000Z' }
  for (const status of ['draft', 'published', 'closed'] as const)
    expect(() => checkChanges(status, changes)).not.toThrow()
})

test('a contest without a question is not published', () => {
  expect(() => checkPublishable({ questions: [] })).toThrow('questions must hold a question')
})

const times = { startsAt: new Date(1000), endsAt: new Date(2000) }

test('the end lies after the start', () => {
  expect(() => checkTimes(times)).not.toThrow()
  expect(() => checkTimes({ ...times, endsAt: times.startsAt })).toThrow('endsAt must lie after startsAt')
})

test.each([
  [999, 'published', 'NOT_STARTED'],
  [2000, 'published', 'CLOSED'],
  [1500, 'closed', 'CLOSED'],
  [999, 'closed', 'CLOSED'],
] as const)('a start at %i of a %s contest from 1000 to 2000 is refused: %s', (now, status, code) => {
  expect(() => checkRunning({ ...times, status }, new Date(now))).toThrow(expect.objectContaining({ code }))
})

test.each([1000, 1999])('a start at %i of a published contest from 1000 to 2000 is accepted', (now) => {
  expect(() => checkRunning({ ...times, status: 'published' }, new Date(now))).not.toThrow()
})
