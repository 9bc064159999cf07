import type { RequestBody } from '@wp/http'
import { apiOf, eventually, inProcess, platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { service } from '../src/service.ts'
import { bookable, newMember, newSalon } from './salon.ts'
import type { Salon } from './salon.ts'

/**
 * Waits until a second booking at the same time is rejected, because scheduling receives the settings in an event.
 */
const untilPrevented = async ({ api }: Salon, booking: RequestBody<typeof contract.createSession>) => {
  const first = (await api.createSession(booking)).body.session
  await eventually(async () => {
    const second = await api.createSession(booking)
    if (second.status === 201) await api.deleteSession({ params: { sessionId: second.body.session.id } })
    expect(second).toFailWith(422, 'SESSION_CONFLICT')
  })
  return first
}

describe('a session that overlaps another one', () => {
  it('is accepted by default, and the reply lists the conflicting sessions', async () => {
    const salon = await newSalon()
    const { api } = salon
    const { booking } = await bookable(salon)
    const staffId = (await newMember(salon)).id
    const book = (fields: Partial<RequestBody<typeof contract.createSession>>) =>
      api.createSession({ ...booking, staffId, durationMinutes: 60, ...fields })
    const first = (await book({ startTime: '09:00' })).body.session
    expect((await book({ startTime: '10:00' })).body.conflicts).toBeUndefined()
    expect((await book({ startTime: '08:00' })).body.conflicts).toBeUndefined()
    expect((await book({ startTime: '09:59', status: 'cancelled' })).body.conflicts).toBeUndefined()
    expect((await book({ startTime: '09:30', staffId: null })).body.conflicts).toBeUndefined()
    const meeting = await book({ startTime: '09:15', durationMinutes: 15 })
    expect(meeting.status).toBe(201)
    expect(meeting.body.conflicts).toEqual([first.id])

    const params = { sessionId: meeting.body.session.id }
    const away = await api.updateSession({ params, body: { date: '2027-03-20' } })
    expect(away.body.conflicts).toBeUndefined()
    const back = await api.updateSession({ params, body: { date: '2027-03-10' } })
    expect(back.body.conflicts).toEqual([first.id])
    await api.setSessionStatus({ params: { sessionId: first.id }, body: { status: 'cancelled' } })
    expect((await book({ startTime: '09:40', durationMinutes: 10 })).body.conflicts).toBeUndefined()
  })

  it('is detected across midnight', async () => {
    const salon = await newSalon()
    const { api } = salon
    const { booking } = await bookable(salon)
    const staffId = (await newMember(salon)).id
    const night = { ...booking, staffId, startTime: '23:00', durationMinutes: 120 }
    const first = (await api.createSession(night)).body.session
    const nextDay = { ...booking, staffId, date: '2027-03-11', durationMinutes: 30 }
    expect((await api.createSession({ ...nextDay, startTime: '00:45' })).body.conflicts).toEqual([first.id])
    expect((await api.createSession({ ...nextDay, startTime: '01:30' })).body.conflicts).toBeUndefined()
  })

  it('is rejected with 422 on create and update when the workspace prevents overlaps', async () => {
    const salon = await newSalon({ preventOverlap: true })
    const { api } = salon
    const { booking } = await bookable(salon)
    const staffId = (await newMember(salon)).id
    await untilPrevented(salon, { ...booking, staffId })
    const free = (await api.createSession({ ...booking, staffId, startTime: '12:00' })).body.session
    const params = { sessionId: free.id }
    expect(await api.updateSession({ params, body: { startTime: '09:10' } })).toFailWith(
      422,
      'SESSION_CONFLICT',
    )
    const later = await api.updateSession({ params, body: { startTime: '12:10' } })
    expect(later.body.session.startTime).toBe('12:10')
  })
})

describe('a session on a holiday', () => {
  it('is created with a warning, or rejected when the workspace blocks holidays', async () => {
    const salon = await newSalon()
    const { api, owner } = salon
    const { booking } = await bookable(salon)
    const rule = { isRecurring: true, recurrenceRule: { frequency: 'yearly' } } as const
    await api.createHoliday({ name: 'Eid', date: '2020-03-10', ...rule })
    const made = await api.createSession(booking)
    expect(made.body.warnings).toEqual(['HOLIDAY'])
    expect((await api.createSession({ ...booking, date: '2027-03-11' })).body.warnings).toBeUndefined()
    const params = { sessionId: made.body.session.id }
    await api.updateSession({ params, body: { date: '2027-03-12' } })
    expect((await api.updateSession({ params, body: { date: '2028-03-10' } })).body.warnings).toEqual([
      'HOLIDAY',
    ])
    await owner.updateWorkspace({ settings: { blockHolidays: true } })
    await eventually(async () => {
      expect(await api.createSession(booking)).toFailWith(422, 'VALIDATION_FAILED', { path: 'date' })
    })
  })
})

describe('POST /workspace/:workspaceId/sessions on two replicas', () => {
  it('creates only one session for concurrent bookings of the same time, even across midnight', async () => {
    const salon = await newSalon({ preventOverlap: true })
    const { booking } = await bookable(salon)
    const staffId = (await newMember(salon)).id
    const probe = { ...booking, staffId, date: '2027-06-01' }
    await untilPrevented(salon, probe)
    // The second replica shares the running replica's database.
    const second = await inProcess(service, {
      env: { DATABASE_PREFIX: 'wp_', NATS_URL: platform().natsUrl },
    })
    try {
      const { token, workspaceId } = salon
      const caller = { token, params: { workspaceId } }
      const running = platform().services['scheduling']![0]!
      const replicas = [
        apiOf(contract, { ...caller, baseUrl: running.http }),
        apiOf(contract, { ...caller, baseUrl: second.url }),
      ]
      for (const startTime of ['09:00', '23:45']) {
        const body = { ...booking, staffId, startTime, durationMinutes: 45 }
        const replies = await Promise.all(
          Array.from({ length: 50 }, (_, index) => replicas[index % 2]!.createSession(body)),
        )
        const made = replies.filter(({ status }) => status === 201)
        expect(made).toHaveLength(1)
        for (const refused of replies.filter(({ status }) => status !== 201))
          expect(refused).toFailWith(422, 'SESSION_CONFLICT')
        const listed = await salon.api.listSessions({
          query: { from: '2027-03-10', to: '2027-03-10', limit: 100 },
        })
        expect(listed.body.sessions.filter((each) => each.startTime === startTime)).toHaveLength(1)
      }
      const dawn = { ...booking, staffId, date: '2027-03-11', startTime: '00:10', durationMinutes: 10 }
      expect(await replicas[1]!.createSession(dawn)).toFailWith(422, 'SESSION_CONFLICT')
    } finally {
      await second.stop()
    }
  })
})
