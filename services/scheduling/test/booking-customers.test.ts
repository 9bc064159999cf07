import { newId } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { book, linkTokenIn, mailsTo, newBookingSalon, newEmail, visitor } from './booking-scene.ts'
import type { BookingSalon } from './booking-scene.ts'

const sessionOf = async ({ api }: BookingSalon, sessionId: string) =>
  (await api.getSession({ params: { sessionId } })).body.session

describe('the client of an online booking', () => {
  it('is a new one, marked as a possible duplicate of a client with the same contact', async () => {
    const salon = await newBookingSalon()
    const { api } = salon
    const [email, phone] = [newEmail(), '+20 100 123 4567']
    const known = (await api.createClient({ name: 'Laila', email })).body.client
    const called = (await api.createClient({ name: 'Omar', phone })).body.client
    const duplicateOf = async (
      customer: { name: string; email?: string; phone?: string },
      startTime: string,
    ) => {
      const { booking } = await book(salon, { customer, startTime })
      const { clientId } = await sessionOf(salon, booking.id)
      return (await api.getClient({ params: { clientId } })).body.client
    }
    const first = await duplicateOf({ name: 'Laila', email }, '09:00')
    expect(first.id).not.toBe(known.id)
    expect(first.possibleDuplicateOf).toBe(known.id)
    expect((await duplicateOf({ name: 'Laila', email }, '10:00')).possibleDuplicateOf).toBe(known.id)
    expect((await duplicateOf({ name: 'Omar', phone }, '11:00')).possibleDuplicateOf).toBe(called.id)
    const checked = await api.updateClient({
      params: { clientId: first.id },
      body: { possibleDuplicateOf: null },
    })
    expect(checked.body.client.possibleDuplicateOf).toBeNull()
  })

  it('becomes the existing client when the customer confirms through the link in the email', async () => {
    const salon = await newBookingSalon()
    const { api } = salon
    const email = newEmail()
    const known = (await api.createClient({ name: 'Laila Osman', email })).body.client
    const { booking, params } = await book(salon, { customer: { name: 'laila', email } })
    const { clientId } = await sessionOf(salon, booking.id)
    const [mail] = await mailsTo(email, 1)
    const query = { token: linkTokenIn(mail!) }
    expect((await visitor.getOnlineBooking({ params, query })).body.booking).toEqual(booking)
    expect((await sessionOf(salon, booking.id)).clientId).toBe(clientId)

    const confirmed = await visitor.confirmBookingContact({ params, query })
    expect(confirmed.body.booking).toEqual(booking)
    const session = await sessionOf(salon, booking.id)
    expect(session).toMatchObject({ clientId: known.id, clientName: 'Laila Osman' })
    expect(await api.getClient({ params: { clientId } })).toFailWith(404, 'NOT_FOUND')
    expect((await visitor.confirmBookingContact({ params, query })).body).toEqual(confirmed.body)
    // The customer is not informed, because nothing changes for them.
    await visitor.cancelOnlineBooking({ params, query })
    expect((await mailsTo(email, 2)).map(({ subject }) => subject)[1]).toContain('cancelled')
  })

  it('stays separate when several clients have the contact, and when the staff edited the new one', async () => {
    const salon = await newBookingSalon()
    const { api } = salon
    const shared = newEmail()
    await api.createClient({ name: 'Mother', email: shared })
    await api.createClient({ name: 'Son', email: shared })
    const family = await book(salon, { customer: { name: 'Daughter', email: shared } })
    const before = await sessionOf(salon, family.booking.id)
    const token = linkTokenIn((await mailsTo(shared, 1))[0]!)
    await visitor.confirmBookingContact({ params: family.params, query: { token } })
    expect((await sessionOf(salon, family.booking.id)).clientId).toBe(before.clientId)

    const email = newEmail()
    const known = (await api.createClient({ name: 'Laila', email })).body.client
    const edited = await book(salon, { customer: { name: 'Laila', email }, startTime: '11:00' })
    const { clientId } = await sessionOf(salon, edited.booking.id)
    await api.updateClient({ params: { clientId }, body: { notes: 'Allergic' } })
    const link = linkTokenIn((await mailsTo(email, 1))[0]!)
    await visitor.confirmBookingContact({ params: edited.params, query: { token: link } })
    expect((await sessionOf(salon, edited.booking.id)).clientId).toBe(known.id)
    expect((await api.getClient({ params: { clientId } })).status).toBe(200)
  })

  it('rejects the link of another booking', async () => {
    const salon = await newBookingSalon()
    const [mine, other] = [newEmail(), newEmail()]
    await book(salon, { customer: { name: 'Me', email: mine } })
    const { params } = await book(salon, { customer: { name: 'Other', email: other }, startTime: '11:00' })
    const token = linkTokenIn((await mailsTo(mine, 1))[0]!)
    expect(await visitor.confirmBookingContact({ params, query: { token } })).toFailWith(404, 'NOT_FOUND')
    expect(await visitor.getOnlineBooking({ params, query: { token } })).toFailWith(404, 'NOT_FOUND')
    expect(await visitor.getOnlineBooking({ params: { bookingId: newId() }, query: { token } })).toFailWith(
      404,
      'NOT_FOUND',
    )
  })
})
