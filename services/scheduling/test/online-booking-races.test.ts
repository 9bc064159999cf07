import { apiOf, inProcess, platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { service } from '../src/service.ts'
import { bookingOf, inDays, newBookingSalon, newEmail } from './booking-scene.ts'
import type { BookingSalon } from './booking-scene.ts'

/** Starts a second replica on the database of the running one, and returns clients for both. */
const withReplicas = async (
  { token, workspaceId }: BookingSalon,
  work: (replicas: ReturnType<typeof apiOf<typeof contract>>[]) => Promise<void>,
) => {
  const second = await inProcess(service, { env: { DATABASE_PREFIX: 'wp_', NATS_URL: platform().natsUrl } })
  try {
    const urls = [platform().services['scheduling']![0]!.http, second.url]
    await work(urls.map((baseUrl) => apiOf(contract, { token, params: { workspaceId }, baseUrl })))
  } finally {
    await second.stop()
  }
}

const onDay = async ({ api }: BookingSalon, date: string) =>
  (await api.listSessions({ query: { from: date, to: date, limit: 100 } })).body.sessions

describe('POST /public/booking/:slug/bookings on two replicas', () => {
  it.each([
    ['with a staff member', 1],
    ['without staff', 0],
  ])('lets one of 20 customers have a slot in a workspace %s', async (_, staff) => {
    const salon = await newBookingSalon({}, staff)
    await withReplicas(salon, async (replicas) => {
      const replies = await Promise.all(
        Array.from({ length: 20 }, (__, index) =>
          replicas[index % 2]!.createOnlineBooking({ params: { slug: salon.slug }, body: bookingOf(salon) }),
        ),
      )
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
      for (const refused of replies.filter(({ status }) => status !== 201))
        expect(refused).toFailWith(422, 'SESSION_CONFLICT')
      expect(await onDay(salon, inDays(7))).toHaveLength(1)
    })
  })

  it('never books a customer over a session that the staff book at the same time', async () => {
    const salon = await newBookingSalon()
    const { client } = (await salon.api.createClient({ name: 'Ali' })).body
    const staffed = {
      name: 'Visit',
      clientId: client.id,
      serviceIds: [salon.service.id],
      staffId: salon.members[0]!.id,
      date: inDays(7),
    }
    const refused: { status: number }[] = []
    await withReplicas(salon, async (replicas) => {
      for (const startTime of ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']) {
        const [online, session] = await Promise.all([
          replicas[0]!.createOnlineBooking({
            params: { slug: salon.slug },
            body: bookingOf(salon, { startTime }),
          }),
          replicas[1]!.createSession({
            params: { workspaceId: salon.workspaceId },
            body: { ...staffed, startTime },
          }),
        ])
        expect(session.status).toBe(201)
        // Members may create overlapping bookings and see a warning; customers may not.
        const seen = session.body.conflicts ?? []
        expect(seen).toEqual(online.status === 201 ? [online.body.booking.id] : [])
        refused.push(...(online.status === 201 ? [] : [online]))
      }
      for (const online of refused) expect(online).toFailWith(422, 'SESSION_CONFLICT')
      const unchallenged = await replicas[0]!.createOnlineBooking({
        params: { slug: salon.slug },
        body: bookingOf(salon, { date: inDays(8), startTime: '09:00' }),
      })
      expect(unchallenged.status).toBe(201)
    })
  })

  it('enforces the limit of open bookings when a customer sends many concurrently', async () => {
    const salon = await newBookingSalon({ maxOpenPerCustomer: 2 })
    const customer = { name: 'Laila', email: newEmail() }
    await withReplicas(salon, async (replicas) => {
      // On different days, so that the bookings do not claim the same day of the staff member.
      const replies = await Promise.all(
        [7, 8, 9, 10, 11, 12].map((days, index) =>
          replicas[index % 2]!.createOnlineBooking({
            params: { slug: salon.slug },
            body: bookingOf(salon, { date: inDays(days), customer }),
          }),
        ),
      )
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(2)
      for (const refused of replies.filter(({ status }) => status !== 201))
        expect(refused).toFailWith(422, 'BOOKING_LIMIT')
    })
  })
})
