import { describe, expect, it } from 'vitest'
import {
  collisionsWith,
  dragTo,
  normalize,
  placeAfter,
  spanBetween,
  toBlocks,
  toMinutes,
  toTime,
} from './layout.rules.ts'

const day = '2026-11-16'
const timed = (id: string, startTime: string, durationMinutes: number, date = day) => ({
  id,
  date,
  startTime,
  durationMinutes,
})
const lanesOf = (...items: ReturnType<typeof timed>[]) =>
  Object.fromEntries(toBlocks(day, items).map(({ item, lane, lanes }) => [item.id, `${lane}/${lanes}`]))

describe('times of day', () => {
  it('counts minutes after midnight and wraps past it', () => {
    expect([toMinutes('00:00'), toMinutes('09:30'), toMinutes('23:59')]).toEqual([0, 570, 1439])
    expect([toTime(570), toTime(1440), toTime(1455), toTime(-30)]).toEqual([
      '09:30',
      '00:00',
      '00:15',
      '23:30',
    ])
    expect(normalize(day, -30)).toEqual({ date: '2026-11-15', startTime: '23:30' })
    expect(normalize(day, 1470)).toEqual({ date: '2026-11-17', startTime: '00:30' })
  })
})

describe('toBlocks', () => {
  it('puts sessions that overlap side by side', () => {
    expect(lanesOf(timed('a', '09:00', 60), timed('b', '09:30', 60))).toEqual({ a: '0/2', b: '1/2' })
    expect(lanesOf(timed('a', '09:00', 60), timed('b', '10:00', 60))).toEqual({ a: '0/1', b: '0/1' })
  })

  it('reuses a free lane, and gives a whole group the same number of lanes', () => {
    expect(
      lanesOf(
        timed('long', '09:00', 180),
        timed('first', '09:00', 60),
        timed('second', '10:00', 60),
        timed('later', '13:00', 30),
      ),
    ).toEqual({ long: '0/2', first: '1/2', second: '1/2', later: '0/1' })
  })

  it('keeps very short sessions from overlapping visually', () => {
    expect(lanesOf(timed('a', '09:00', 5), timed('b', '09:10', 30))).toEqual({ a: '0/2', b: '1/2' })
  })

  it('shows a session past midnight on both days', () => {
    const night = timed('night', '23:00', 120)
    expect(toBlocks(day, [night])[0]).toMatchObject({
      start: 1380,
      end: 1440,
      continues: true,
      isContinued: false,
    })
    expect(toBlocks('2026-11-17', [night])[0]).toMatchObject({
      start: 0,
      end: 60,
      continues: false,
      isContinued: true,
    })
    expect(toBlocks('2026-11-18', [night])).toEqual([])
    expect(toBlocks('2026-11-17', [timed('exact', '23:00', 60)])).toEqual([])
  })

  it('returns the same order regardless of the order of the sessions', () => {
    const items = [timed('a', '09:00', 60), timed('b', '09:15', 60), timed('c', '09:30', 60)]
    expect(lanesOf(...items.toReversed())).toEqual(lanesOf(...items))
  })
})

describe('collisionsWith', () => {
  const booked = (id: string, startTime: string, minutes: number, more: object = {}) => ({
    ...timed(id, startTime, minutes),
    staffId: 's1',
    status: 'scheduled',
    ...more,
  })
  const wanted = { date: day, startTime: '10:00', durationMinutes: 60, staffId: 's1' }

  it('returns overlapping sessions of the same staff member, and none that only touch', () => {
    const items = [
      booked('late', '10:45', 30),
      booked('before', '09:00', 60),
      booked('early', '09:30', 45),
      booked('after', '11:00', 60),
      booked('other', '10:00', 60, { staffId: 's2' }),
      booked('cancelled', '10:00', 60, { status: 'cancelled' }),
    ]
    expect(collisionsWith(items, wanted).map(({ id }) => id)).toEqual(['early', 'late'])
  })

  it('ignores the session itself and sessions without staff', () => {
    expect(collisionsWith([booked('me', '10:00', 60)], { ...wanted, id: 'me' })).toEqual([])
    expect(
      collisionsWith([booked('a', '10:00', 60, { staffId: null })], { ...wanted, staffId: null }),
    ).toEqual([])
  })

  it('finds collisions across midnight in both directions', () => {
    const night = booked('night', '23:30', 60, { date: '2026-11-15' })
    expect(collisionsWith([night], { ...wanted, startTime: '00:15' })).toHaveLength(1)
    expect(collisionsWith([night], { ...wanted, startTime: '00:30' })).toHaveLength(0)
    const morning = booked('morning', '00:00', 30, { date: '2026-11-17' })
    expect(collisionsWith([morning], { ...wanted, startTime: '23:30' })).toHaveLength(1)
  })
})

describe('dragTo', () => {
  it('selects quarter hours in both directions', () => {
    expect(spanBetween(544, 601)).toEqual({ start: 540, end: 600 })
    expect(spanBetween(608, 544)).toEqual({ start: 540, end: 615 })
    expect(spanBetween(1439, 1440)).toEqual({ start: 1425, end: 1440 })
    expect(dragTo({ kind: 'create', column: 1, minute: 540 }, 3, 600)).toEqual({
      column: 1,
      start: 540,
      end: 600,
    })
  })

  it('moves a session and keeps its length', () => {
    const source = { kind: 'move', sessionId: 's', column: 0, start: 540, end: 600, grab: 20 } as const
    expect(dragTo(source, 2, 727)).toEqual({ column: 2, start: 705, end: 765 })
    expect(dragTo(source, 0, 0).start).toBe(0)
    expect(dragTo(source, 0, 1440).start).toBe(1425)
    expect(dragTo({ ...source, start: -60, end: 60, grab: 90 }, 0, 20).start).toBe(-60)
  })

  it('resizes a session, at least to one step', () => {
    const source = { kind: 'resize', sessionId: 's', column: 1, start: 540, end: 600 } as const
    expect(dragTo(source, 3, 652)).toEqual({ column: 1, start: 540, end: 645 })
    expect(dragTo(source, 1, 300).end).toBe(555)
  })
})

describe('placeAfter', () => {
  const place = { column: 1, start: 600, end: 660 }
  const grid = { columns: 3, isRightToLeft: false }
  const press = (key: string, shiftKey = false, options = grid) =>
    placeAfter({ key, shiftKey }, place, options)

  it('moves by a quarter hour, an hour or a column', () => {
    expect(press('ArrowDown')).toEqual({ column: 1, start: 615, end: 675 })
    expect(press('PageUp')).toEqual({ column: 1, start: 540, end: 600 })
    expect(press('ArrowRight')?.column).toBe(2)
    expect(press('x')).toBeNull()
  })

  it('swaps left and right in Arabic', () => {
    expect(press('ArrowRight', false, { ...grid, isRightToLeft: true })?.column).toBe(0)
  })

  it('changes the length with Shift, to at least one step', () => {
    expect(press('ArrowDown', true)).toEqual({ column: 1, start: 600, end: 675 })
    expect(placeAfter({ key: 'ArrowUp', shiftKey: true }, { column: 0, start: 0, end: 15 }, grid)?.end).toBe(
      15,
    )
  })

  it('stays inside the day and the columns', () => {
    const edge = { column: 0, start: 0, end: 60 }
    expect(placeAfter({ key: 'ArrowUp', shiftKey: false }, edge, grid)).toEqual(edge)
    expect(placeAfter({ key: 'ArrowLeft', shiftKey: false }, edge, grid)).toEqual(edge)
    expect(
      placeAfter({ key: 'PageDown', shiftKey: false }, { ...edge, start: 1425, end: 1485 }, grid)?.start,
    ).toBe(1425)
  })
})
