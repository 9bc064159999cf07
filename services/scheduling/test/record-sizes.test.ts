import { newId } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { openTestDatabase, pngForm } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holidayCollection } from '../src/holidays/holiday.store.ts'
import { sessionCollection, sessionStore, staffDayCollection } from '../src/sessions/session.store.ts'
import { bookable, newMember, newSalon } from './salon.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase('wp_scheduling', {
    collections: [sessionCollection, staffDayCollection, holidayCollection],
  })
})
afterAll(() => db?.close())

const booked = async () => {
  const salon = await newSalon()
  const { booking } = await bookable(salon)
  const { session } = (await salon.api.createSession(booking)).body
  const sessions = db.tenant(sessionCollection)(salon.workspaceId)
  return { ...salon, booking, session, params: { sessionId: session.id }, sessions }
}

describe('size limits of sessions and holidays', () => {
  it("rejects a new or longer note when the session's notes would become too large", async () => {
    const { api, params } = await booked()
    const body = '漢'.repeat(5000)
    const create = () => api.createSessionNote({ params, body: { body } })
    for (let count = 0; count < 8; count += 1) expect((await create()).status).toBe(201)
    const { note } = (await api.createSessionNote({ params, body: { body: 'Short' } })).body
    expect(await create()).toFailWith(422, 'VALIDATION_FAILED', { path: 'body' })
    const own = { params: { ...params, noteId: note.id } }
    expect(await api.updateSessionNote({ ...own, body: { body } })).toFailWith(422, 'VALIDATION_FAILED')
    expect((await api.updateSessionNote({ ...own, body: { body: 'Shorter' } })).status).toBe(200)
  })

  it('lists all large sessions by cursor, and rejects a numbered page that is too large', async () => {
    const { api, session, sessions } = await booked()
    const stored = await sessions.get({ id: session.id })
    const value = 'x'.repeat(900_000)
    const fieldValues = JSON.stringify([{ fieldKey: 'old', value, phase: 'pre' }])
    for (let count = 0; count < 10; count += 1) {
      const copy = newId()
      await sessions.insert({ ...stored, id: copy, uniqueKeys: [copy], fieldValues })
    }
    expect(await api.listSessions({ query: { limit: 100 } })).toFailWith(400, 'INVALID_REQUEST', {
      path: 'limit',
    })
    expect((await api.listSessions({ query: { limit: 5 } })).body.sessions).toHaveLength(5)
    const seen = new Set<string>()
    for (let after: string | null = ''; after !== null;) {
      const { body }: Awaited<ReturnType<typeof api.listSessions>> = await api.listSessions({
        query: { limit: 100, after },
      })
      for (const each of body.sessions) seen.add(each.id)
      after = 'nextCursor' in body.pagination ? body.pagination.nextCursor : null
    }
    expect(seen.size).toBe(11)
  })

  it('reads only the times of sessions for overlaps, and no field values or notes for calendar feeds', async () => {
    const salon = await booked()
    const { api, booking, workspaceId } = salon
    const staffId = (await newMember(salon)).id
    await api.createSession({ ...booking, staffId })
    const { listOverlapping, iterateOverlapping } = sessionStore(db)
    const always = { startMinute: 0, endMinute: Number.MAX_SAFE_INTEGER }
    const times = await listOverlapping(workspaceId, staffId, always, 10)
    expect(times.map((each) => Object.keys(each).toSorted())).toEqual([['endMinute', 'id', 'startMinute']])
    let events = 0
    for await (const event of iterateOverlapping(workspaceId, staffId, always, 10)) {
      events += 1
      expect(event).toMatchObject({ name: booking.name })
      expect(event).not.toHaveProperty('fieldValues')
      expect(event).not.toHaveProperty('notes')
    }
    expect(events).toBe(1)
  })

  it('accepts at most 100 attachments per session, even for concurrent uploads', async () => {
    const { api, params, session, sessions } = await booked()
    const attachment = { name: 'a.png', contentType: 'image/png', sizeBytes: 1, createdAt: new Date() }
    await sessions.update(
      { id: session.id },
      { attachments: Array.from({ length: 99 }, () => ({ id: newId(), ...attachment })) },
    )
    const upload = () => api.createSessionAttachment({ params, body: pngForm() })
    const replies = await Promise.all([upload(), upload(), upload()])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422])
    expect((await sessions.get({ id: session.id })).attachments).toHaveLength(100)
  })

  it('accepts at most 100 recurring holidays per workspace, even for concurrent requests', async () => {
    const { api, workspaceId } = await newSalon()
    const weekly = { frequency: 'weekly', dayOfWeek: 5 } as const
    await db
      .tenant(holidayCollection)(workspaceId)
      .insertMany(
        Array.from({ length: 99 }, (_, index) => ({
          name: `Holiday ${index}`,
          anchorDate: '2027-03-05',
          isRecurring: true,
          recurrenceRule: weekly,
        })),
      )
    const single = { name: 'Eid', date: '2027-03-10' }
    const { holiday } = (await api.createHoliday(single)).body
    const recurring = { ...single, isRecurring: true, recurrenceRule: weekly }
    const replies = await Promise.all([api.createHoliday(recurring), api.createHoliday(recurring)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
    const params = { holidayId: holiday.id }
    expect(
      await api.updateHoliday({ params, body: { isRecurring: true, recurrenceRule: weekly } }),
    ).toFailWith(422, 'VALIDATION_FAILED')
    expect((await api.updateHoliday({ params, body: { name: 'Eid al-Fitr' } })).status).toBe(200)
    expect((await api.createHoliday(single)).status).toBe(201)
  })
})
