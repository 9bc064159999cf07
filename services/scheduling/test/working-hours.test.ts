import { addDays, localDay } from '@wp/kernel'
import { eventually } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { bookable, everyDay, newMember, newSalon, newService, unknownId } from './salon.ts'

describe('a session outside working hours', () => {
  it("is accepted with a warning, including for the staff member's hours", async () => {
    const salon = await newSalon(undefined, everyDay(['09:00', '17:00']))
    const { api } = salon
    const { booking } = await bookable(salon)
    const mona = await newMember(salon, { workingHours: everyDay(['10:00', '12:00']) })
    const book = async (fields: Partial<typeof booking> & { staffId?: string; status?: 'cancelled' }) =>
      (await api.createSession({ ...booking, ...fields })).body
    await eventually(async () => {
      expect((await book({ startTime: '03:00' })).warnings).toEqual(['OUTSIDE_WORKING_HOURS'])
    })
    expect((await book({ startTime: '09:00' })).warnings).toBeUndefined()
    expect((await book({ startTime: '16:45' })).warnings).toEqual(['OUTSIDE_WORKING_HOURS'])
    expect((await book({ startTime: '03:00', status: 'cancelled' })).warnings).toBeUndefined()
    expect((await book({ startTime: '09:00', staffId: mona.id })).warnings).toEqual(['OUTSIDE_WORKING_HOURS'])
    const { session } = await book({ startTime: '10:00', staffId: mona.id })
    const params = { sessionId: session.id }
    const moved = await api.updateSession({ params, body: { startTime: '18:00' } })
    expect(moved.body.warnings).toEqual(['OUTSIDE_WORKING_HOURS'])
    const renamed = await api.updateSession({ params, body: { name: 'Second visit' } })
    expect(renamed.body.warnings).toBeUndefined()
    await api.deleteStaff({ params: { staffId: mona.id } })
    const later = await api.updateSession({ params, body: { startTime: '15:00' } })
    expect([later.status, later.body.warnings]).toEqual([200, undefined])
  })

  it('is rejected with 422 when the workspace enforces working hours', async () => {
    const salon = await newSalon({ enforceWorkingHours: true }, everyDay(['09:00', '17:00']))
    const { api } = salon
    const { booking } = await bookable(salon)
    await eventually(async () => {
      expect(await api.createSession({ ...booking, startTime: '03:00' })).toFailWith(
        422,
        'OUTSIDE_WORKING_HOURS',
        { path: 'startTime' },
      )
    })
    const { session } = (await api.createSession(booking)).body
    const params = { sessionId: session.id }
    expect(await api.updateSession({ params, body: { startTime: '20:00' } })).toFailWith(
      422,
      'OUTSIDE_WORKING_HOURS',
    )
    expect((await api.getSession({ params })).body.session.startTime).toBe('09:00')
  })
})

describe('a session in the past', () => {
  it("is accepted with a warning, based on the workspace's time zone", async () => {
    // Local days differ by one between these zones for most of the day.
    const salon = await newSalon({ timeZone: 'Pacific/Kiritimati' })
    const { api } = salon
    const { booking } = await bookable(salon)
    const today = localDay(new Date(), 'Pacific/Kiritimati')
    const yesterday = await api.createSession({ ...booking, date: addDays(today, -1) })
    expect(yesterday.body.warnings).toEqual(['IN_THE_PAST'])
    const tomorrow = await api.createSession({ ...booking, date: addDays(today, 2) })
    expect(tomorrow.body.warnings).toBeUndefined()
    await api.createHoliday({ name: 'Eid', date: addDays(today, -2) })
    const params = { sessionId: tomorrow.body.session.id }
    const moved = await api.updateSession({ params, body: { date: addDays(today, -2) } })
    expect(moved.body.warnings).toEqual(['IN_THE_PAST', 'HOLIDAY'])
  })
})

describe('availability without staffId', () => {
  const date = '2027-03-10'

  it('offers the slots of every member who performs the service', async () => {
    const salon = await newSalon(undefined, everyDay(['09:00', '12:00']))
    const { api } = salon
    const { booking, service } = await bookable(salon)
    const other = await newService(salon, { name: 'Colour', durationMinutes: 60 })
    const mona = await newMember(salon, { serviceIds: [service.id] })
    const sara = await newMember(salon, { name: 'Sara', workingHours: everyDay(['11:00', '15:00']) })
    const ask = async (query: { serviceId?: string; staffId?: string; durationMinutes?: number }) =>
      (await api.listAvailability({ query: { date, ...query } })).body.slots
    await eventually(async () => {
      expect(await ask({ serviceId: other.id })).toEqual([
        { startTime: '11:00', endTime: '12:00', staffIds: [sara.id] },
      ])
    })
    await api.createSession({ ...booking, date, startTime: '09:00', durationMinutes: 120, staffId: mona.id })
    const slots = await ask({ serviceId: service.id }) // 30 minutes
    expect(slots.map(({ startTime }) => startTime)).toEqual(['11:00', '11:30'])
    expect(slots[0]!.staffIds.toSorted()).toEqual([mona.id, sara.id].toSorted())
    expect(await ask({ serviceId: other.id, staffId: mona.id })).toEqual([])
    expect(await ask({ durationMinutes: 180 })).toEqual([])
    expect(await api.listAvailability({ query: { date, serviceId: unknownId } })).toFailWith(404, 'NOT_FOUND')
  })

  it('keeps the buffers of booked and requested services free', async () => {
    const salon = await newSalon(undefined, everyDay(['09:00', '13:00']))
    const { api } = salon
    const { booking } = await bookable(salon)
    const service = await newService(salon, {
      durationMinutes: 60,
      bufferBeforeMinutes: 15,
      bufferAfterMinutes: 30,
    })
    expect(service).toMatchObject({ bufferBeforeMinutes: 15, bufferAfterMinutes: 30 })
    const mona = await newMember(salon)
    const starts = async (serviceId?: string) =>
      (
        await api.listAvailability({ query: { date, staffId: mona.id, serviceId, durationMinutes: 60 } })
      ).body.slots.map(({ startTime }) => startTime)
    await eventually(async () => expect(await starts()).toEqual(['09:00', '10:00', '11:00', '12:00']))
    await api.createSession({
      ...booking,
      date,
      staffId: mona.id,
      serviceIds: [service.id],
      startTime: '10:15',
      durationMinutes: 30,
    })
    expect(await starts()).toEqual(['09:00', '11:15']) // busy from 10:00 to 11:15
    expect(await starts(service.id)).toEqual(['11:30']) // and 30 minutes before, 15 minutes after
  })

  it('never offers the past', async () => {
    const salon = await newSalon({ timeZone: 'Pacific/Kiritimati' })
    const today = localDay(new Date(), 'Pacific/Kiritimati')
    const ask = async (day: string) =>
      (await salon.api.listAvailability({ query: { date: day, durationMinutes: 1 } })).body.slots
    await eventually(async () => expect(await ask(addDays(today, -1))).toEqual([]))
    const future = await ask(addDays(today, 1))
    expect(future).toHaveLength(1440)
    expect(future[0]).toEqual({ startTime: '00:00', endTime: '00:01', staffIds: [] })
    expect((await ask(today)).length).toBeLessThan(1440)
  })
})

describe('serviceIds of a staff member', () => {
  it('stores, changes and clears the list, and returns 404 for an unknown service', async () => {
    const salon = await newSalon()
    const service = await newService(salon)
    const mona = await newMember(salon, { serviceIds: [service.id, service.id] })
    expect(mona.serviceIds).toEqual([service.id])
    const params = { staffId: mona.id }
    const none = await salon.api.updateStaff({ params, body: { serviceIds: [] } })
    expect(none.body.staff.serviceIds).toEqual([])
    const all = await salon.api.updateStaff({ params, body: { serviceIds: null } })
    expect(all.body.staff.serviceIds).toBeNull()
    expect(await salon.api.updateStaff({ params, body: { serviceIds: [unknownId] } })).toFailWith(
      404,
      'NOT_FOUND',
    )
    expect((await newMember(salon, { name: 'Sara' })).serviceIds).toBeNull()
  })
})
