import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byDay, listDaySlots } from './online-slot.rules.ts'

const day = [{ start: 600, end: 720 }]
const query = { open: day, durationMinutes: 30, stepMinutes: 30, earliest: 0, skipped: null }
const startsOf = (slots: ReturnType<typeof listDaySlots>) => slots.map(({ start }) => start)

describe('listDaySlots', () => {
  it('starts slots in steps from the opening time, and ends them by closing time', () => {
    const members = [{ id: 'a', hours: day, busy: [] }]
    expect(startsOf(listDaySlots({ ...query, members }))).toEqual([600, 630, 660, 690])
    expect(startsOf(listDaySlots({ ...query, members, durationMinutes: 50, stepMinutes: 20 }))).toEqual([
      600, 620, 640, 660,
    ])
  })

  it('marks a booked slot as unavailable, and lists available members with the least busy first', () => {
    const members = [
      {
        id: 'busy',
        hours: day,
        busy: [
          { start: 600, end: 630 },
          { start: 690, end: 700 },
        ],
      },
      { id: 'idle', hours: day, busy: [{ start: 610, end: 620 }] },
    ]
    expect(listDaySlots({ ...query, members })).toEqual([
      { start: 600, end: 630, isFree: false, staffIds: [] },
      { start: 630, end: 660, isFree: true, staffIds: ['idle', 'busy'] },
      { start: 660, end: 690, isFree: true, staffIds: ['idle', 'busy'] },
      { start: 690, end: 720, isFree: true, staffIds: ['idle'] },
    ])
  })

  it('offers slots without staff in a workspace that has none', () => {
    const members = [{ id: null, hours: day, busy: [{ start: 600, end: 650 }] }]
    expect(listDaySlots({ ...query, members }).map(({ isFree, staffIds }) => [isFree, staffIds])).toEqual([
      [false, []],
      [false, []],
      [true, []],
      [true, []],
    ])
  })

  it('omits slots that are too soon, outside opening hours, or in a skipped hour', () => {
    const members = [{ id: 'a', hours: [{ start: 630, end: 1440 }], busy: [] }]
    expect(startsOf(listDaySlots({ ...query, members, earliest: 661 }))).toEqual([690])
    expect(startsOf(listDaySlots({ ...query, members, skipped: { start: 630, end: 690 } }))).toEqual([690])
    expect(listDaySlots({ ...query, members: [] })).toEqual([])
  })

  it('never offers a slot that touches a busy time of its members', () => {
    const span = fc
      .tuple(fc.integer({ min: -100, max: 1500 }), fc.integer({ min: 1, max: 300 }))
      .map(([start, length]) => ({ start, end: start + length }))
    fc.assert(
      fc.property(
        fc.array(span, { maxLength: 6 }),
        fc.integer({ min: 5, max: 240 }),
        fc.integer({ min: 5, max: 240 }),
        (busy, durationMinutes, stepMinutes) => {
          const members = [{ id: 'a', hours: [{ start: 0, end: 1440 }], busy }]
          const slots = listDaySlots({
            ...query,
            open: [{ start: 0, end: 1440 }],
            members,
            durationMinutes,
            stepMinutes,
          })
          const collide = slots.filter(
            ({ start, end, isFree }) =>
              isFree === busy.some((taken) => taken.start < end && start < taken.end),
          )
          expect(collide).toEqual([])
        },
      ),
    )
  })
})

describe('byDay', () => {
  it('splits times by the days that they touch, in minutes of each day', () => {
    expect([
      ...byDay([
        { start: -10, end: 20 },
        { start: 1430, end: 1440 },
      ]),
    ]).toEqual([
      [-1, [{ start: 1430, end: 1460 }]],
      [
        0,
        [
          { start: -10, end: 20 },
          { start: 1430, end: 1440 },
        ],
      ],
    ])
  })
})
