import { newId } from '@wp/kernel'
import { conflictsOf, inProcess } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InProcess } from '@wp/testing'
import * as contract from '../src/contract.ts'
import { service } from '../src/service.ts'
import { bookingOf, inDays, newEmail, putPage } from './booking-scene.ts'
import { bookable, everyDay, newSalon } from './salon.ts'

const count = 14
const startTimes = Array.from(
  { length: count },
  (_, index) => `${String(9 + Math.floor(index / 2)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`,
)
const withKey = () => ({ headers: { 'idempotency-key': newId() } })

let running: InProcess
beforeAll(async () => {
  running = await inProcess(service)
})
afterAll(() => running?.stop())

/** Opens a salon without staff in the service of this test, so that all sessions of a day claim the same record. */
const newDay = async () => {
  const salon = await newSalon({ timeZone: 'UTC' }, everyDay(['09:00', '17:00']))
  const own = { ...salon, api: running.as(contract, salon) }
  const slug = `salon-${salon.workspaceId}`
  await putPage(own, { slug })
  const { service: offered, booking } = await bookable(own)
  return { api: own.api, slug, service: offered, booking: { ...booking, date: inDays(7) } }
}

/** Returns the statuses of concurrent requests, and how many transactions started again during them. */
const sendAll = async (send: (startTime: string) => Promise<{ status: number }>) => {
  const before = await conflictsOf(running.opsUrl)
  const replies = await Promise.all(startTimes.map(send))
  return {
    statuses: new Set(replies.map(({ status }) => status)),
    conflicts: (await conflictsOf(running.opsUrl)) - before,
  }
}

describe('concurrent changes of one day with an Idempotency-Key', () => {
  it('books and moves sessions in a queue', async () => {
    const { api, booking } = await newDay()
    const ids = new Map<string, string>()
    const booked = await sendAll(async (startTime) => {
      const reply = await api.createSession({ ...withKey(), body: { ...booking, startTime } })
      ids.set(startTime, reply.body.session?.id)
      return reply
    })
    expect(booked.statuses).toEqual(new Set([201]))
    expect(booked.conflicts).toBeLessThan(count / 3)
    const moved = await sendAll((startTime) =>
      api.updateSession({ params: { sessionId: ids.get(startTime)! }, body: { date: inDays(8) } }),
    )
    expect(moved.statuses).toEqual(new Set([200]))
    expect(moved.conflicts).toBeLessThan(count / 3)
  })

  it('books and moves slots online in a queue', async () => {
    const { api, slug, service: offered } = await newDay()
    const links: { bookingId: string; token: string; startTime: string }[] = []
    const booked = await sendAll(async (startTime) => {
      const body = bookingOf(
        { service: offered },
        { startTime, customer: { name: 'Laila', email: newEmail() } },
      )
      const reply = await api.createOnlineBooking({ ...withKey(), params: { slug }, body })
      links.push({ bookingId: reply.body.booking?.id, token: reply.body.token, startTime })
      return reply
    })
    expect(booked.statuses).toEqual(new Set([201]))
    expect(booked.conflicts).toBeLessThan(count / 3)
    const moved = await sendAll((startTime) => {
      const { bookingId, token } = links.find((each) => each.startTime === startTime)!
      const call = { params: { bookingId }, query: { token } }
      return api.rescheduleOnlineBooking({ ...call, body: { date: inDays(8), startTime } })
    })
    expect(moved.statuses).toEqual(new Set([200]))
    expect(moved.conflicts).toBeLessThan(count / 3)
  })
})
