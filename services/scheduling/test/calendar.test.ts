import type { RequestBody } from '@wp/http'
import { addDays, newId, systemClock, weekday } from '@wp/kernel'
import { eventually, newStaff, visitorApi } from '@wp/testing'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { bookable, newMember, newSalon, unknownId } from './salon.ts'

/** Parses the feed with an independent library. */
const read = async (url: string) => {
  const reply = await fetch(url)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = await reply.text()
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown as string)
  return {
    name: calendar.getFirstPropertyValue('x-wr-calname'),
    events: calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component)
      return {
        uid: event.uid,
        summary: event.summary,
        description: event.description,
        start: event.startDate.toJSDate().toISOString(),
        end: event.endDate.toJSDate().toISOString(),
      }
    }),
  }
}

/** Returns a day relative to today, so that the feed always includes it. */
const daysAhead = (days: number): string => addDays(systemClock.today(), days)

describe('calendar feed', () => {
  it("lets a staff member create their own feed, and requires sessions.view to create or delete a colleague's", async () => {
    const salon = await newSalon()
    const blind = await newStaff(salon, ['staff.update'], contract)
    const seeing = await newStaff(salon, ['staff.update', 'sessions.view'], contract)
    const of = ({ staffId }: { staffId: string }) => ({ params: { staffId } })
    expect(await blind.api.createCalendarFeed(of(seeing))).toFailWith(403, 'FORBIDDEN')
    expect((await seeing.api.createCalendarFeed(of(blind))).status).toBe(201)
    expect((await blind.api.createCalendarFeed(of(blind))).status).toBe(201)
    expect((await seeing.api.createCalendarFeed(of(seeing))).status).toBe(201)
    expect(await blind.api.deleteCalendarFeed(of(seeing))).toFailWith(403, 'FORBIDDEN')
    expect((await seeing.api.deleteCalendarFeed(of(blind))).status).toBe(204)
  })

  it('returns the same URL for a repeated Idempotency-Key, and rejects the key for another member', async () => {
    const salon = await newSalon()
    const [one, other] = [await newMember(salon), await newMember(salon)]
    const headers = { 'idempotency-key': newId() }
    const create = (staffId: string) => salon.api.createCalendarFeed({ params: { staffId }, headers })
    const first = await create(one.id)
    const again = await create(one.id)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect((await read(again.body.url)).name).toBe('Mona')
    expect(await create(other.id)).toFailWith(422, 'IDEMPOTENCY_KEY_REUSED')
  })

  it("contains the staff member's sessions, except cancelled ones and those from 100 days ago", async () => {
    const salon = await newSalon()
    const { api } = salon
    const { booking } = await bookable(salon)
    const staffId = (await newMember(salon)).id
    const name = 'Cut; dye, "wash" \\ dry — قص شعر وصبغة ثم غسيل وتجفيف وتسريحة للمناسبات الخاصة'
    const date = daysAhead(10)
    const book = (fields: Partial<RequestBody<typeof contract.createSession>>) =>
      api.createSession({ ...booking, staffId, date, ...fields })
    const { session } = (await book({ name, startTime: '23:30', durationMinutes: 60 })).body
    await book({ status: 'cancelled' })
    await book({ staffId: null })
    await book({ date: daysAhead(-100) })
    const made = await api.createCalendarFeed({ params: { staffId } })
    expect(made.status).toBe(201)
    const { url } = made.body
    expect(url).toMatch(/\/v1\/public\/calendars\/[A-Za-z0-9_-]{43}\.ics$/)
    const token = url.slice(url.lastIndexOf('/') + 1, -'.ics'.length)
    expect((await visitorApi(contract).getCalendar({ params: { token } })).status).toBe(200)
    const calendar = await read(url)
    expect(calendar).toEqual({
      name: 'Mona',
      events: [
        {
          uid: `${session.id}@sessions`,
          summary: name,
          description: 'Ali Hassan\nHaircut',
          start: `${date}T23:30:00.000Z`,
          end: `${daysAhead(11)}T00:30:00.000Z`,
        },
      ],
    })
  })

  it('returns 304 until a session changes', async () => {
    const salon = await newSalon()
    const { api } = salon
    const { booking } = await bookable(salon)
    const staffId = (await newMember(salon)).id
    const date = daysAhead(5)
    const { session } = (await api.createSession({ ...booking, staffId, date })).body
    const { url } = (await api.createCalendarFeed({ params: { staffId } })).body
    const first = await fetch(url)
    const tag = first.headers.get('etag')!
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const ask = async () => (await fetch(url, { headers: { 'if-none-match': tag } })).status
    expect(await ask()).toBe(304)
    const params = { sessionId: session.id }
    await api.updateSession({ params, body: { name: 'Moved' } })
    expect(await ask()).toBe(200)
    expect((await read(url)).events.map(({ summary }) => summary)).toEqual(['Moved'])
    await api.deleteSession({ params })
    expect((await read(url)).events).toEqual([])
  })

  it("uses the workspace's time zone before and after a daylight saving change", async () => {
    const salon = await newSalon({ timeZone: 'Europe/Berlin' })
    const { api } = salon
    const { booking } = await bookable(salon)
    const staffId = (await newMember(salon)).id
    // The last Sundays of March and October are always within the next year.
    const year = Number(daysAhead(1).slice(0, 4))
    const changes = [`${year}-03-31`, `${year}-10-31`, `${year + 1}-03-31`, `${year + 1}-10-31`].map((last) =>
      addDays(last, -weekday(last)),
    )
    const ahead = changes.filter((day) => day > daysAhead(2) && day < daysAhead(360))
    for (const day of ahead)
      for (const date of [addDays(day, -1), addDays(day, 1)])
        await api.createSession({ ...booking, staffId, date, startTime: '09:00' })
    const { url } = (await api.createCalendarFeed({ params: { staffId } })).body
    expect(ahead.length).toBeGreaterThan(0)
    await eventually(async () => {
      const starts = (await read(url)).events.map(({ start }) => start)
      const wanted = ahead.flatMap((day) => {
        const isSpring = day.slice(5, 7) === '03'
        return [
          `${addDays(day, -1)}T0${isSpring ? 8 : 7}:00:00.000Z`,
          `${addDays(day, 1)}T0${isSpring ? 7 : 8}:00:00.000Z`,
        ]
      })
      expect(starts).toEqual(wanted)
    })
  })

  it('returns 404 after its URL is replaced, it is deleted or the staff member is removed', async () => {
    const salon = await newSalon()
    const { api } = salon
    const staffId = (await newMember(salon)).id
    const params = { staffId }
    const feed = async () => (await api.createCalendarFeed({ params })).body.url
    const [first, second] = [await feed(), await feed()]
    expect((await fetch(first)).status).toBe(404)
    expect((await fetch(second)).status).toBe(200)
    expect((await api.deleteCalendarFeed({ params })).status).toBe(204)
    expect((await fetch(second)).status).toBe(404)
    expect(await api.deleteCalendarFeed({ params })).toFailWith(404, 'NOT_FOUND')
    const third = await feed()
    await api.deleteStaff({ params })
    expect((await fetch(third)).status).toBe(404)
    expect(await api.createCalendarFeed({ params: { staffId: unknownId } })).toFailWith(404, 'NOT_FOUND')
    const visitor = visitorApi(contract)
    expect(await visitor.getCalendar({ params: { token: 'x'.repeat(43) } })).toFailWith(404, 'NOT_FOUND')
  })
})
