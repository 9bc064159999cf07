import type { RequestBody, RequestQuery } from '@wp/http'
import { eventually } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import type * as contract from '../src/contract.ts'
import { bookable, everyDay, newMember, newSalon, unknownId } from './salon.ts'

const spans = ({ body }: { body: { slots: { startTime: string; endTime: string }[] } }) =>
  body.slots.map(({ startTime, endTime }) => `${startTime}-${endTime}`)

describe('GET /workspace/:workspaceId/availability', () => {
  it("returns slots within the workspace's and the staff member's hours, excluding booked sessions", async () => {
    const salon = await newSalon(undefined, everyDay(['09:00', '12:00'], ['13:00', '17:00']))
    const { api } = salon
    const { booking } = await bookable(salon)
    const mona = await newMember(salon, { workingHours: everyDay(['10:00', '15:00']) })
    const ask = (query: RequestQuery<typeof contract.listAvailability> = {}) =>
      api.listAvailability({ query: { staffId: mona.id, date: '2027-03-10', ...query } })
    await eventually(async () => {
      expect(spans(await ask())).toEqual(['10:00-11:00', '11:00-12:00', '13:00-14:00', '14:00-15:00'])
    })
    const book = async (fields: Partial<RequestBody<typeof contract.createSession>>) =>
      (await api.createSession({ ...booking, staffId: mona.id, ...fields })).body.session
    const first = await book({ startTime: '10:30', durationMinutes: 45 })
    await book({ startTime: '13:00', durationMinutes: 60, status: 'cancelled' })
    await book({ startTime: '13:00', durationMinutes: 60, staffId: null })
    await book({ date: '2027-03-09', startTime: '20:00', durationMinutes: 850 })
    expect(spans(await ask({ durationMinutes: 45 }))).toEqual(['11:15-12:00', '13:00-13:45', '13:45-14:30'])
    expect(spans(await ask({ durationMinutes: 10, date: '2027-03-10T00:00:00Z' })).slice(0, 2)).toEqual([
      '10:10-10:20',
      '10:20-10:30',
    ])
    await api.setSessionStatus({ params: { sessionId: first.id }, body: { status: 'cancelled' } })
    expect(spans(await ask({ durationMinutes: 110 }))).toEqual(['10:10-12:00', '13:00-14:50'])
  })

  it('returns slots for the whole day when no working hours are set, and none on a closed day or holiday', async () => {
    const week = { ...everyDay(['09:00', '10:00']), sunday: { isOpen: false, intervals: [] } }
    const salon = await newSalon()
    const { api, owner } = salon
    const ask = async (date: string, durationMinutes = 60) =>
      spans(await api.listAvailability({ query: { date, durationMinutes } }))
    expect(await ask('2027-03-10', 720)).toEqual(['00:00-12:00', '12:00-00:00'])
    await owner.updateWorkspace({ workingHours: week })
    await eventually(async () => expect(await ask('2027-03-10')).toEqual(['09:00-10:00']))
    expect(await ask('2027-03-14')).toEqual([])
    await api.createHoliday({ name: 'Eid', date: '2027-03-10' })
    expect(await ask('2027-03-10')).toEqual([])
    expect(await ask('2027-03-11')).toEqual(['09:00-10:00'])
  })

  it('returns 404 for an unknown staff member and 400 for a malformed staff id, date or duration', async () => {
    const { api } = await newSalon()
    const ask = (query: RequestQuery<typeof contract.listAvailability>) =>
      api.listAvailability({ query: { date: '2027-03-10', ...query } })
    expect(await ask({ staffId: unknownId })).toFailWith(404, 'NOT_FOUND')
    for (const query of [
      { staffId: 'x' },
      { date: '2027-02-30' },
      { date: undefined },
      { durationMinutes: 0 },
    ])
      expect(await ask(query)).toFailWith(400, 'INVALID_REQUEST')
  })
})
