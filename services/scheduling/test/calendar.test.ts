import { fixedClock } from '@wp/kernel'
import { visitorApi } from '@wp/testing'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import * as contract from '../src/contract.ts'
import { bookable, newMember, newSalon, unknownId } from './salon.ts'

/** What an independent reader makes of the feed. */
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

/** Days from today, so that the feed shows them whenever the test runs. */
const daysAhead = (days: number): string => {
  const clock = fixedClock(new Date().toISOString())
  clock.advance(days * 86_400_000)
  return clock.today()
}

describe('the calendar feed of a staff member', () => {
  test('shows their sessions to any calendar, cancelled ones aside', async () => {
    const salon = await newSalon()
    const { api } = salon
    const { booking } = await bookable(salon)
    const staffId = (await newMember(salon)).id
    const name = 'Cut; dye, "wash" \\ dry — قص شعر وصبغة ثم غسيل وتجفيف وتسريحة للمناسبات الخاصة'
    const date = daysAhead(10)
    const book = (fields: object) => api.createSession({ ...booking, staffId, date, ...fields })
    const { session } = (await book({ name, startTime: '23:30', durationMinutes: 60 })).body
    await book({ status: 'cancelled' })
    await book({ staffId: null })
    await book({ date: daysAhead(-100) })
    const made = await api.createCalendarFeed({ params: { staffId } })
    expect(made.status).toBe(201)
    const { url } = made.body
    expect(url).toMatch(/\/v1\/public\/calendars\/[A-Za-z0-9_-]{43}\.ics$/)
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

  test('ends with a new address, with its removal and with the staff member', async () => {
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
