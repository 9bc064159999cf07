import { setTimeout as delay } from 'node:timers/promises'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { eventually } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isFull, randomOf, report, seed, signal, startScene } from './scene.ts'
import type { Scene } from './scene.ts'

const killCount = 20
const bookingCount = 20
const minuteMs = 60_000
const minutesBefore = 5

/** Kills random processes, at least `killCount` of them, until the work is done. */
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

/** Repeats a request until it succeeds; one with a key has one effect. */
const insist = <T extends { status: number }>(send: () => Promise<T>): Promise<T> =>
  eventually(
    async () => {
      const reply = await send()
      expect(reply.status).toBeLessThan(300)
      return reply
    },
    { withinMs: 120_000, everyMs: 200 },
  )

describe('messages to customers', () => {
  it.runIf(isFull)(
    'sends every message once while services are killed at random',
    { timeout: 900_000 },
    async () => {
      const services = ['identity', 'admin-billing', 'scheduling', 'gateway']
      const replicas = { identity: 2, 'admin-billing': 2, scheduling: 2 }
      const scene = await startScene({ services, replicas })
      onTestFinished(scene.stop)
      const shop = await scene.signUp()
      const [api, owner] = [scene.as(scheduling, shop), scene.as(identity, shop)]
      await insist(() => owner.updateWorkspace({ settings: { reminders: [minutesBefore] } }))
      const { service } = (await insist(() => api.createService({ name: 'Cut', durationMinutes: 30 }))).body
      const keyed = (name: string) => ({ headers: { 'idempotency-key': name } })

      let open = bookingCount
      const book = async (_: unknown, index: number) => {
        const email = `customer-${index}@shop.example`
        const { client } = (
          await insist(() => api.createClient({ body: { name: 'Sara', email }, ...keyed(`client-${index}`) }))
        ).body
        // The reminder is due after the last kills have begun, and before the session is moved.
        const at = new Date(
          Math.ceil((Date.now() + minuteMs) / minuteMs) * minuteMs + minutesBefore * minuteMs,
        )
        const body = {
          name: 'Visit',
          clientId: client.id,
          serviceIds: [service.id],
          date: at.toISOString().slice(0, 10),
          startTime: at.toISOString().slice(11, 16),
        }
        const { session } = (await insist(() => api.createSession({ body, ...keyed(`session-${index}`) })))
          .body
        const params = { sessionId: session.id }
        const count = async () =>
          (await insist(() => owner.listMessages({ query: { recordId: session.id } }))).body.messages.length
        await eventually(async () => expect(await count()).toBe(2), { withinMs: 300_000, everyMs: 1000 })
        await insist(() => api.updateSession({ params, body: { date: '2999-03-10' } }))
        await eventually(async () => {
          const { session: now } = (await insist(() => api.getSession({ params }))).body
          if (now.status !== 'cancelled')
            await api.setSessionStatus({ params, body: { status: 'cancelled' } })
          expect(now.status).toBe('cancelled')
        })
        open -= 1
        return { sessionId: session.id, email }
      }
      const booking = Promise.all(Array.from({ length: bookingCount }, book))
      booking.catch(() => undefined)
      const kills = await killAtRandom(scene, () => open === 0)

      const expected = ['booking.cancelled', 'booking.changed', 'booking.confirmed', 'booking.reminder']
      for (const { sessionId, email } of await booking) {
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
      report('messages', { messages: bookingCount * expected.length, kills })
    },
  )
})
