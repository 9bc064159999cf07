import { isId } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { aggregateOf } from './envelope.ts'
import { eventIdFrom, eventIdTime, nextEventId } from './event-ids.ts'

describe('nextEventId', () => {
  it('returns strictly ascending ids within a millisecond and when the clock moves back by five seconds', () => {
    const now = Date.now() + 60_000
    const ids = [
      ...Array.from({ length: 70_000 }, () => nextEventId(now)),
      nextEventId(now - 5000),
      nextEventId(now + 10),
    ]
    expect(ids.every(isId)).toBe(true)
    for (let index = 1; index < ids.length; index += 1) expect(ids[index]! > ids[index - 1]!).toBe(true)
  })

  it('returns ids with the correct time again after the clock was an hour ahead', () => {
    const now = Date.now() + 180_000
    nextEventId(now + 3_600_000)
    expect(eventIdTime(nextEventId(now))).toBe(now)
  })
})

describe('eventIdTime and eventIdFrom', () => {
  it("returns an id's time, and a lower bound for the ids of a time", () => {
    const now = Date.now() + 120_000
    const id = nextEventId(now)
    expect(eventIdTime(id)).toBe(now)
    expect(eventIdFrom(now) <= id && id < eventIdFrom(now + 1)).toBe(true)
  })
})

describe('aggregateOf', () => {
  it.each([
    ['wp.identity.workspace.created.v1', { workspace: { id: 'w' } }, 'workspace:w'],
    ['wp.scheduling.calendar-feed.changed.v1', { calendarFeed: { id: 't' } }, 'calendarFeed:t'],
    ['wp.pos.invoice.paid.v1', { id: 'i' }, 'invoice:i'],
    ['wp.pos.invoice.paid.v1', { invoiceId: 'i' }, 'invoice:i'],
    ['wp.pos.invoice.paid.v1', { amount: 3 }, null],
  ])('maps the type %s with data %j to %s', (type, data, aggregate) => {
    expect(aggregateOf(type, data)).toBe(aggregate)
  })
})
