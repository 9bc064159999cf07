import { setTimeout as delay } from 'node:timers/promises'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { eventually } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isFull, randomOf, report, seed, signal, startScene } from './scene.ts'
import type { Scene } from './scene.ts'

const killCount = isFull ? 30 : 4
const slotCount = isFull ? 14 : 4
/** The number of customers who want each slot. */
const customersPerSlot = 5

const killAtRandom = async ({ services }: Scene, isOver: () => boolean): Promise<number> => {
  const random = randomOf(seed)
  const instances = Object.values(services).flat()
  let kills = 0
  while (kills < killCount || !isOver()) {
    const chosen = instances[Math.floor(random() * instances.length)]!
    if (kills < killCount && signal(chosen, 'SIGKILL')) kills += 1
    await delay(1000)
  }
  return kills
}

/** Repeats a request with the same key until it is answered. */
const insist = <T extends { status: number }>(send: () => Promise<T>): Promise<T> =>
  eventually(
    async () => {
      const reply = await send()
      expect([200, 201, 422]).toContain(reply.status)
      return reply
    },
    { withinMs: 120_000, everyMs: 200 },
  )

describe('online bookings', () => {
  it(
    'books each slot once and writes each message once while services are killed at random',
    { timeout: 900_000 },
    async () => {
      const services = ['identity', 'admin-billing', 'scheduling', 'gateway']
      const replicas = { identity: 2, 'admin-billing': 2, scheduling: 2 }
      const scene = await startScene({ services, replicas })
      onTestFinished(scene.stop)
      const shop = await scene.signUp()
      const [api, owner] = [scene.as(scheduling, shop), scene.as(identity, shop)]
      const { service } = (await insist(() => api.createService({ name: 'Cut', durationMinutes: 30 }))).body
      const slug = `salon-${seed}`
      await insist(() => api.putBookingPage({ slug, isEnabled: true, leadMinutes: 0, changeUntilMinutes: 0 }))
      const date = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)

      let open = slotCount
      const fill = async (_: unknown, slot: number) => {
        const startTime = `${String(9 + slot).padStart(2, '0')}:00`
        const replies = await Promise.all(
          Array.from({ length: customersPerSlot }, (__, index) => {
            const email = `customer-${slot}-${index}@shop.example`
            const body = { serviceId: service.id, date, startTime, customer: { name: 'Sara', email } }
            const headers = { 'idempotency-key': `booking-${slot}-${index}` }
            return insist(() => api.createOnlineBooking({ params: { slug }, headers, body })).then(
              (reply) => ({
                ...reply,
                email,
              }),
            )
          }),
        )
        const booked = replies.filter(({ status }) => status === 201)
        expect(booked).toHaveLength(1)
        const [{ body, email }] = booked as [(typeof booked)[number]]
        const call = { params: { bookingId: body.booking.id }, query: { token: body.token } }
        const moved = await insist(() =>
          api.rescheduleOnlineBooking({
            ...call,
            body: { date, startTime: startTime.replace(':00', ':30') },
          }),
        )
        expect(moved.status).toBe(200)
        expect((await insist(() => api.cancelOnlineBooking(call))).status).toBe(200)
        open -= 1
        return { email, sessionId: body.booking.id }
      }
      const filling = Promise.all(Array.from({ length: slotCount }, fill))
      filling.catch(() => undefined)
      const kills = await killAtRandom(scene, () => open === 0)

      const bookings = await filling
      const { sessions } = (await insist(() => api.listSessions({ query: { limit: 100 } }))).body
      expect(sessions.map(({ id }) => id).toSorted()).toEqual(
        bookings.map(({ sessionId }) => sessionId).toSorted(),
      )
      const expected = ['booking.cancelled', 'booking.changed', 'booking.confirmed']
      for (const { sessionId, email } of bookings) {
        await eventually(
          async () => {
            const { messages } = (await insist(() => owner.listMessages({ query: { recordId: sessionId } })))
              .body
            expect(messages.map(({ type }) => type).toSorted()).toEqual(expected)
            expect(messages.every(({ status }) => status === 'sent')).toBe(true)
          },
          { withinMs: 180_000, everyMs: 500 },
        )
        const { messages } = (await insist(() => owner.listOutbox({ query: { to: email } }))).body
        expect(messages).toHaveLength(expected.length)
      }
      report('bookings', { slots: slotCount, customers: slotCount * customersPerSlot, kills })
    },
  )
})
