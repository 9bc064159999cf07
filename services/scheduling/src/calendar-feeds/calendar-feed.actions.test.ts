import { fixedClock, newId } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { calendarCache } from './calendar-cache.store.ts'
import { getCalendar } from './calendar-feed.actions.ts'

const clock = fixedClock('2027-03-10T09:00:00Z')
const secondsAgo = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000)

/** A feed that counts how often its sessions are read. */
const newFeed = () => {
  const feed = { id: newId(), workspaceId: newId(), staffId: newId() }
  const state = {
    latest: secondsAgo(60),
    count: 1,
    name: 'Mona',
    timeZone: 'UTC',
    reads: 0,
    sessions: [] as object[],
  }
  const deps = {
    calendarFeeds: { findByHash: async () => feed },
    workspaces: { find: async () => ({ settings: { timeZone: state.timeZone } }) },
    staff: { find: async () => ({ name: state.name }) },
    sessions: {
      getVersion: async () => ({ latest: state.latest, count: state.count }),
      iterateOverlapping: () => ((state.reads += 1), state.sessions),
    },
    calendars: calendarCache(),
    clock,
  } as unknown as Parameters<typeof getCalendar>[0]
  const readsDuring = async (calls: number): Promise<number> => {
    const before = state.reads
    for (let call = 0; call < calls; call += 1) await getCalendar(deps, 'token')
    return state.reads - before
  }
  return { state, deps, readsDuring }
}

const session = (text: string) => ({
  id: newId(),
  name: text,
  clientName: text,
  services: Array.from({ length: 20 }, () => ({ name: text })),
  startMinute: 0,
  endMinute: 30,
  createdAt: clock.now(),
  updatedAt: clock.now(),
})

describe('getCalendar', () => {
  it.each<[string, Partial<ReturnType<typeof newFeed>['state']>]>([
    ['a changed session', { latest: secondsAgo(30) }],
    ['a removed session', { count: 0 }],
    ['a new staff name', { name: 'Mona S.' }],
    ['a new time zone', { timeZone: 'Asia/Tokyo' }],
  ])('builds a calendar once, and rebuilds it once after %s', async (_, change) => {
    const { state, readsDuring } = newFeed()
    expect(await readsDuring(5)).toBe(1)
    Object.assign(state, change)
    expect(await readsDuring(5)).toBe(1)
  })

  it('includes 5,000 sessions with short names, but fewer with long names, to stay below 3 MiB', async () => {
    const { state, deps } = newFeed()
    const eventsOf = async (text: string) => {
      state.count += 1
      state.sessions = Array.from({ length: 5000 }, () => session(text))
      const calendar = await getCalendar(deps, 'token')
      return { count: calendar.split('BEGIN:VEVENT').length - 1, bytes: Buffer.byteLength(calendar) }
    }
    expect((await eventsOf('Ali B')).count).toBe(5000)
    const { count, bytes } = await eventsOf('x'.repeat(200))
    expect(count).toBeLessThan(2500)
    expect(bytes).toBeGreaterThan(1_000_000)
    expect(bytes).toBeLessThan(3 * 1024 * 1024)
  })

  it('does not cache a calendar changed in the last two seconds, because a later change could have the same version', async () => {
    const { state, readsDuring } = newFeed()
    state.latest = secondsAgo(1)
    expect(await readsDuring(3)).toBe(3)
  })
})
