import { join } from 'node:path'
import { apiOf, eventually, platform, startReplica } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { bookingOf, inDays, mailsTo, newBookingSalon, newEmail } from './booking-scene.ts'

describe('POST /public/booking/:slug/bookings with a crash', () => {
  it('books and writes once when the replica is killed and the customer repeats the request', async () => {
    const salon = await newBookingSalon()
    const customers = Array.from({ length: 6 }, () => ({ name: 'Laila', email: newEmail() }))
    const replica = await startReplica(join(import.meta.dirname, '../src/main.ts'), {
      DATABASE_PREFIX: 'wp_',
      NATS_URL: platform().natsUrl,
    })
    const send = (baseUrl: string, index: number) =>
      apiOf(contract, { baseUrl }).createOnlineBooking({
        params: { slug: salon.slug },
        headers: { 'idempotency-key': `${salon.workspaceId}-${index}` },
        body: bookingOf(salon, { customer: customers[index]!, startTime: `${10 + index}:00` }),
      })
    const lost = customers.map((_, index) => send(replica.url, index).catch(() => null))
    await Promise.race(lost)
    await replica.kill()
    await Promise.all(lost)
    const running = platform().services['scheduling']![0]!.http
    const bookings = await Promise.all(
      customers.map((_, index) =>
        eventually(
          async () => {
            const reply = await send(running, index)
            expect(reply.status).toBe(201)
            return reply.body.booking
          },
          { withinMs: 60_000 },
        ),
      ),
    )
    expect(new Set(bookings.map(({ id }) => id)).size).toBe(customers.length)
    const query = { from: inDays(7), to: inDays(7), limit: 100 }
    expect((await salon.api.listSessions({ query })).body.sessions).toHaveLength(customers.length)
    for (const { email } of customers) await mailsTo(email, 1)
  })
})
