import { fixedClock, newId } from '@wp/kernel'
import { expect, test } from 'vitest'
import { calendarCache } from './calendar-cache.store.ts'
import { getCalendar } from './calendar-feed.actions.ts'

const clock = fixedClock('2027-03-10T09:00:00Z')
const secondsAgo = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000)

/** A feed whose sessions are counted as they are read. */
const newFeed = () => {
  const feed = { id: newId(), workspaceId: newId(), staffId: newId() }
  const state = { latest: secondsAgo(60), count: 1, name: 'Mona', timeZone: 'UTC', reads: 0 }
  const deps = {
    calendarFeeds: { findByHash: async () => feed },
    workspaces: { find: async () => ({ settings: { timeZone: state.timeZone } }) },
    staff: { find: async () => ({ name: state.name }) },
    sessions: {
      getVersion: async () => ({ latest: state.latest, count: state.count }),
      listOverlapping: async () => ((state.reads += 1), []),
    },
    calendars: calendarCache(),
    clock,
  } as unknown as Parameters<typeof getCalendar>[0]
  const readsDuring = async (calls: number): Promise<number> => {
    const before = state.reads
    for (let call = 0; call < calls; call += 1) await getCalendar(deps, 'token')
    return state.reads - before
  }
  return { state, readsDuring }
}

test.each<[string, Partial<ReturnType<typeof newFeed>['state']>]>([
  ['a session that was changed', { latest: secondsAgo(30) }],
  ['a session that was removed', { count: 0 }],
  ['another name of the staff member', { name: 'Mona S.' }],
  ['another time zone', { timeZone: 'Asia/Tokyo' }],
])('a calendar is made once, and once more after %s', async (_, change) => {
  const { state, readsDuring } = newFeed()
  expect(await readsDuring(5)).toBe(1)
  Object.assign(state, change)
  expect(await readsDuring(5)).toBe(1)
})

test('what has changed within the last two seconds is not kept: it may change again under the same version', async () => {
  const { state, readsDuring } = newFeed()
  state.latest = secondsAgo(1)
  expect(await readsDuring(3)).toBe(3)
})
