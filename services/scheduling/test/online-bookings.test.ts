import { updateSubscription } from '@wp/admin-billing/contract'
import ICAL from 'ical.js'
import { newId } from '@wp/kernel'
import { adminApi, eventually } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import {
  book,
  bookingOf,
  inDays,
  mailsTo,
  newBookingSalon,
  newEmail,
  putPage,
  visitor,
} from './booking-scene.ts'
import { newMember, newService, unknownId } from './salon.ts'

describe('GET /public/booking/:slug', () => {
  it('shows the business, services, staff, fields and settings, but no private ones', async () => {
    const salon = await newBookingSalon()
    const { api, slug, service, members } = salon
    await newService(salon, { name: 'Shampoo', scope: 'products' })
    await newService(salon, { name: 'Old', isActive: false })
    const { field } = (
      await api.createSessionField({ key: 'car', label: 'Your car', type: 'text', isRequired: true })
    ).body
    await api.createSessionField({ key: 'secret', label: 'Secret', type: 'text' })
    const { status, body } = await visitor.getPublicBookingPage({ params: { slug } })
    expect(status).toBe(200)
    expect(body.services).toEqual([
      { id: service.id, name: 'Haircut', durationMinutes: 30, price: 12.5, currencyCode: expect.any(String) },
    ])
    expect(body.staff).toEqual([{ id: members[0]!.id, name: 'Mona 0', serviceIds: null }])
    expect(body.fields.map(({ id }) => id)).toEqual([field.id])
    expect(body.settings).toMatchObject({ slug, timeZone: 'UTC', allowStaffChoice: true })
    expect(JSON.stringify(body)).not.toMatch(/Secret|allowedOrigins|@shop\.example/)
  })

  it('returns 404 for an unknown page and for one that is turned off', async () => {
    const salon = await newBookingSalon()
    const { slug } = salon
    await putPage(salon, { slug, isEnabled: false })
    expect(await visitor.getPublicBookingPage({ params: { slug } })).toFailWith(404, 'NOT_FOUND')
    expect(await visitor.getPublicBookingPage({ params: { slug: 'no-such-page' } })).toFailWith(
      404,
      'NOT_FOUND',
    )
    const query = { serviceId: salon.service.id, from: inDays(7), to: inDays(7) }
    expect(await visitor.listBookingSlots({ params: { slug }, query })).toFailWith(404, 'NOT_FOUND')
    const body = bookingOf(salon)
    expect(await visitor.createOnlineBooking({ params: { slug }, body })).toFailWith(404, 'NOT_FOUND')
  })
})

describe('GET /public/booking/:slug/slots', () => {
  it('offers slots in working hours and steps, with lead time, horizon and buffers, and never in the past', async () => {
    const salon = await newBookingSalon({ slotStepMinutes: 60, horizonDays: 10, leadMinutes: 2 * 1440 })
    const { slug, members, api } = salon
    const service = await newService(salon, { name: 'Colour', durationMinutes: 60, bufferAfterMinutes: 30 })
    const slots = async (from: number, to: number) =>
      (
        await visitor.listBookingSlots({
          params: { slug },
          query: { serviceId: service.id, from: inDays(from), to: inDays(to) },
        })
      ).body
    const day = await slots(7, 7)
    expect(day.timeZone).toBe('UTC')
    expect(day.slots.map(({ startTime }) => startTime)).toEqual(
      ['09', '10', '11', '12', '13', '14', '15', '16'].map((hour) => `${hour}:00`),
    )
    expect(day.slots[0]).toEqual({
      date: inDays(7),
      startTime: '09:00',
      endTime: '10:00',
      staffIds: [members[0]!.id],
    })
    const { client } = (await api.createClient({ name: 'Ali' })).body
    const session = { name: 'Visit', clientId: client.id, serviceIds: [service.id], staffId: members[0]!.id }
    await api.createSession({ ...session, date: inDays(7), startTime: '12:00' })
    expect((await slots(7, 7)).slots.map(({ startTime }) => startTime)).toEqual(
      // 11:00 ends with a buffer of 30 minutes, and the session at 12:00 has one too.
      ['09', '10', '14', '15', '16'].map((hour) => `${hour}:00`),
    )
    const days = [...new Set((await slots(-5, 25)).slots.map(({ date }) => date))]
    // Late in the day, the third day from now may have no slots left.
    expect(days.filter((date) => date !== inDays(2))).toEqual([3, 4, 5, 6, 7, 8, 9, 10].map(inDays))
  })

  it('limits the range to 31 days and rejects unknown services and staff', async () => {
    const { slug, service } = await newBookingSalon()
    const ask = (query: object) =>
      visitor.listBookingSlots({
        params: { slug },
        query: { serviceId: service.id, from: inDays(1), to: inDays(1), ...query },
      })
    expect((await ask({ to: inDays(31) })).status).toBe(200)
    expect(await ask({ to: inDays(32) })).toFailWith(422, 'VALIDATION_FAILED', { path: 'to' })
    expect(await ask({ from: inDays(2) })).toFailWith(422, 'VALIDATION_FAILED', { path: 'from' })
    expect(await ask({ from: 'soon' })).toFailWith(400, 'INVALID_REQUEST')
    expect(await ask({ serviceId: unknownId })).toFailWith(404, 'NOT_FOUND')
    expect(await ask({ staffId: unknownId })).toFailWith(404, 'NOT_FOUND')
  })

  it('hides the staff when customers cannot choose', async () => {
    const salon = await newBookingSalon({ allowStaffChoice: false })
    const { slug, service, members } = salon
    const query = { serviceId: service.id, from: inDays(7), to: inDays(7) }
    const { slots } = (await visitor.listBookingSlots({ params: { slug }, query })).body
    expect(new Set(slots.flatMap(({ staffIds }) => staffIds))).toEqual(new Set())
    expect((await visitor.getPublicBookingPage({ params: { slug } })).body.staff).toEqual([])
    const chosen = { params: { slug }, query: { ...query, staffId: members[0]!.id } }
    expect(await visitor.listBookingSlots(chosen)).toFailWith(422, 'VALIDATION_FAILED', { path: 'staffId' })
  })
})

describe('POST /public/booking/:slug/bookings', () => {
  it('creates a session with the source online, its answers, its note and a client', async () => {
    const salon = await newBookingSalon()
    const { api, slug, members, service } = salon
    const { field } = (
      await api.createSessionField({ key: 'car', label: 'Your car', type: 'text', isRequired: true })
    ).body
    const customer = { name: 'Laila Osman', email: newEmail(), language: 'ar' }
    const fieldValues = [{ fieldKey: field.key, value: 'Fiat' }]
    const body = bookingOf(salon, { customer, fieldValues, note: 'Please be quick' })
    const reply = await visitor.createOnlineBooking({ params: { slug }, body })
    expect(reply.status).toBe(201)
    const { booking, token } = reply.body
    expect(booking).toEqual({
      id: expect.any(String),
      date: body.date,
      startTime: '10:00',
      endTime: '10:30',
      timeZone: 'UTC',
      service: { id: service.id, name: 'Haircut' },
      staff: { id: members[0]!.id, name: 'Mona 0' },
      status: 'scheduled',
      changeableUntil: `${body.date}T10:00:00.000Z`,
    })
    expect(token).toMatch(/^[\w-]{43}$/)
    const { session } = (await api.getSession({ params: { sessionId: booking.id } })).body
    expect(session).toMatchObject({
      source: 'online',
      name: 'Haircut',
      clientName: 'Laila Osman',
      fieldValues: [{ fieldKey: 'car', value: 'Fiat', phase: 'pre' }],
      notes: [{ body: 'Please be quick', authorName: 'Laila Osman' }],
    })
    expect(JSON.stringify(session)).not.toMatch(/tokenHash|contactKeys/)
    const { client } = (await api.getClient({ params: { clientId: session.clientId } })).body
    expect(client).toMatchObject({ ...customer, possibleDuplicateOf: null })
  })

  it('books once for a repeated Idempotency-Key and returns the same token', async () => {
    const salon = await newBookingSalon()
    const call = { params: { slug: salon.slug }, headers: { 'idempotency-key': newId() } }
    const body = bookingOf(salon)
    const first = await visitor.createOnlineBooking({ ...call, body })
    const again = await visitor.createOnlineBooking({ ...call, body })
    expect(first.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(await visitor.createOnlineBooking({ ...call, body: { ...body, startTime: '11:00' } })).toFailWith(
      422,
      'IDEMPOTENCY_KEY_REUSED',
    )
    expect((await salon.api.listSessions()).body.sessions).toHaveLength(1)
  })

  it('rejects a taken slot, a time between slots, and days that cannot be booked', async () => {
    const salon = await newBookingSalon({ horizonDays: 10 })
    const { slug } = salon
    await book(salon)
    const tryTo = (fields: object) =>
      visitor.createOnlineBooking({ params: { slug }, body: bookingOf(salon, fields) })
    expect(await tryTo({})).toFailWith(422, 'SESSION_CONFLICT', { path: 'startTime' })
    for (const fields of [
      { startTime: '10:10' },
      { startTime: '17:00' },
      { date: inDays(11) },
      { date: inDays(-1) },
    ])
      expect(await tryTo(fields)).toFailWith(422, 'VALIDATION_FAILED', { path: 'startTime' })
  })

  it('requires an email address or a phone number, required fields, and only public fields', async () => {
    const salon = await newBookingSalon()
    const { api, slug } = salon
    await api.createSessionField({ key: 'car', label: 'Your car', type: 'text', isRequired: true })
    await api.createSessionField({ key: 'secret', label: 'Secret', type: 'text' })
    const car = { fieldKey: 'car', value: 'Fiat' }
    const tryTo = (fields: object) =>
      visitor.createOnlineBooking({ params: { slug }, body: bookingOf(salon, fields) })
    expect(await tryTo({ customer: { name: 'Ann' } })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'customer.email',
    })
    expect(await tryTo({})).toFailWith(422, 'VALIDATION_FAILED', { path: 'fieldValues' })
    const secret = { fieldKey: 'secret', value: 'x' }
    expect(await tryTo({ fieldValues: [car, secret] })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'fieldValues.1.fieldKey',
    })
    const phone = { name: 'Ann', phone: '+20 100 123 4567' }
    expect((await tryTo({ customer: phone, fieldValues: [car] })).status).toBe(201)
    const malformed = bookingOf(salon, { date: 'tomorrow' })
    expect(await visitor.createOnlineBooking({ params: { slug }, body: malformed })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
  })

  it('books only offered services, and a chosen member only if they perform the service', async () => {
    const salon = await newBookingSalon()
    const { slug } = salon
    const hidden = await newService(salon, { name: 'Hidden' })
    await putPage(salon, { slug, serviceIds: [salon.service.id] })
    const other = await newMember(salon, { serviceIds: [hidden.id] })
    const tryTo = (fields: object) =>
      visitor.createOnlineBooking({ params: { slug }, body: bookingOf(salon, fields) })
    expect(await tryTo({ serviceId: hidden.id })).toFailWith(404, 'NOT_FOUND')
    expect(await tryTo({ staffId: other.id })).toFailWith(404, 'NOT_FOUND')
    expect((await tryTo({ staffId: salon.members[0]!.id })).body.booking.staff?.name).toBe('Mona 0')
  })

  it("assigns different members to concurrent customers, and counts a customer's bookings by email and by phone", async () => {
    const salon = await newBookingSalon({ maxOpenPerCustomer: 1 }, 2)
    const { slug } = salon
    const [one, two] = [await book(salon), await book(salon)]
    expect(one.booking.staff?.id).not.toBe(two.booking.staff?.id)
    const [email, phone] = [newEmail(), '+20 100 123 4567']
    await book(salon, { startTime: '11:00', customer: { name: 'Ann', email, phone } })
    const tryTo = (customer: object) =>
      visitor.createOnlineBooking({
        params: { slug },
        body: bookingOf(salon, { startTime: '12:00', customer: { name: 'Ann', ...customer } }),
      })
    expect(await tryTo({ email })).toFailWith(422, 'BOOKING_LIMIT')
    expect(await tryTo({ phone: '0020100/1234567' })).toFailWith(422, 'BOOKING_LIMIT')
    expect((await tryTo({ email: newEmail() })).status).toBe(201)
  })

  it('books one customer per slot in a workspace without staff', async () => {
    const salon = await newBookingSalon({}, 0)
    const { booking } = await book(salon)
    expect(booking.staff).toBeNull()
    const body = bookingOf(salon)
    expect(await visitor.createOnlineBooking({ params: { slug: salon.slug }, body })).toFailWith(
      422,
      'SESSION_CONFLICT',
    )
  })

  it('answers CLOSED when the subscription has ended, but still lets customers cancel', async () => {
    const salon = await newBookingSalon()
    const { slug, workspaceId } = salon
    const { params, query } = await book(salon)
    const admin = await adminApi({ updateSubscription })
    await admin.updateSubscription({
      params: { workspaceId },
      body: { subscriptionEndDate: '2026-01-01T00:00:00.000Z' },
    })
    await eventually(async () => {
      const body = bookingOf(salon, { startTime: '12:00' })
      expect(await visitor.createOnlineBooking({ params: { slug }, body })).toFailWith(422, 'CLOSED')
    })
    const body = { date: inDays(8), startTime: '09:00' }
    expect(await visitor.rescheduleOnlineBooking({ params, query, body })).toFailWith(422, 'CLOSED')
    expect((await visitor.cancelOnlineBooking({ params, query })).body.booking.status).toBe('cancelled')
  })
})

describe('/public/booking/bookings/:bookingId', () => {
  it('requires the token: 400 without one, 404 with a wrong one or for a session of the staff', async () => {
    const salon = await newBookingSalon()
    const one = await book(salon)
    const { client } = (await salon.api.createClient({ name: 'Ali' })).body
    const staffed = { name: 'Visit', clientId: client.id, serviceIds: [salon.service.id] }
    const { session } = (await salon.api.createSession({ ...staffed, date: inDays(9), startTime: '09:00' }))
      .body
    expect(session.source).toBe('staff')
    const time = { date: inDays(8), startTime: '09:00' }
    type Call = typeof one.at
    const calls = [
      (call: Call) => visitor.getOnlineBooking(call),
      (call: Call) => visitor.rescheduleOnlineBooking({ ...call, body: time }),
      (call: Call) => visitor.cancelOnlineBooking(call),
      (call: Call) => visitor.confirmBookingContact(call),
      (call: Call) => visitor.getOnlineBookingCalendar(call),
    ]
    for (const call of calls) {
      expect(await call({ ...one.at, query: {} as Call['query'] })).toFailWith(400, 'INVALID_REQUEST')
      expect(await call({ ...one.at, query: { token: newId() } })).toFailWith(404, 'NOT_FOUND')
      expect(await call({ ...one.at, params: { bookingId: session.id } })).toFailWith(404, 'NOT_FOUND')
      expect(await call({ ...one.at, params: { bookingId: 'x' } })).toFailWith(400, 'INVALID_ID')
    }
    expect((await visitor.getOnlineBooking(one.at)).body.booking).toEqual(one.booking)
    // Only the token of a message proves a contact.
    expect(await visitor.confirmBookingContact(one.at)).toFailWith(404, 'NOT_FOUND')
  })

  it('moves a booking, keeps the member if possible, and informs the customer once', async () => {
    const salon = await newBookingSalon({}, 2)
    const customer = { name: 'Laila', email: newEmail() }
    const one = await book(salon, { customer, staffId: salon.members[1]!.id })
    const body = { date: inDays(8), startTime: '11:00' }
    const moved = await visitor.rescheduleOnlineBooking({ ...one.at, body })
    expect(moved.body.booking).toMatchObject({ ...body, endTime: '11:30', staff: { name: 'Mona 1' } })
    expect((await visitor.rescheduleOnlineBooking({ ...one.at, body })).body).toEqual(moved.body)
    const mails = await mailsTo(customer.email, 2)
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Your booking'),
      expect.stringContaining('has changed'),
    ])
    expect((await book(salon, { staffId: salon.members[1]!.id })).booking.staff?.name).toBe('Mona 1')
  })

  it('rejects a move to a taken slot or to a time between slots, and a move of a cancelled booking', async () => {
    const salon = await newBookingSalon()
    const one = await book(salon)
    await book(salon, { startTime: '11:00' })
    const move = (body: object) =>
      visitor.rescheduleOnlineBooking({ ...one.at, body: { date: inDays(7), ...body } as never })
    expect(await move({ startTime: '11:00' })).toFailWith(422, 'SESSION_CONFLICT')
    expect(await move({ startTime: '11:05' })).toFailWith(422, 'VALIDATION_FAILED', { path: 'startTime' })
    // The booking's own time does not block the slot that overlaps it.
    await putPage(salon, { slug: salon.slug, slotStepMinutes: 15 })
    expect((await move({ startTime: '10:15' })).body.booking.startTime).toBe('10:15')
    await visitor.cancelOnlineBooking(one.at)
    expect(await move({ startTime: '12:00' })).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
  })

  it('cancels a booking, frees its slot and informs the customer once', async () => {
    const salon = await newBookingSalon()
    const customer = { name: 'Laila', email: newEmail() }
    const one = await book(salon, { customer })
    const cancelled = await visitor.cancelOnlineBooking(one.at)
    expect(cancelled.body.booking.status).toBe('cancelled')
    expect((await visitor.cancelOnlineBooking(one.at)).body).toEqual(cancelled.body)
    expect((await mailsTo(customer.email, 2)).at(-1)?.subject).toContain('cancelled')
    expect((await book(salon)).booking.startTime).toBe('10:00')
  })

  it('answers TOO_LATE after the limit that the owner set', async () => {
    const salon = await newBookingSalon()
    const one = await book(salon)
    await putPage(salon, { slug: salon.slug, changeUntilMinutes: 14 * 1440 })
    expect(await visitor.cancelOnlineBooking(one.at)).toFailWith(422, 'TOO_LATE')
    const body = { date: inDays(20), startTime: '09:00' }
    expect(await visitor.rescheduleOnlineBooking({ ...one.at, body })).toFailWith(422, 'TOO_LATE')
    expect((await visitor.getOnlineBooking(one.at)).status).toBe(200)
  })

  it('returns the booking as iCalendar, marked when it is cancelled', async () => {
    const salon = await newBookingSalon()
    const one = await book(salon)
    const read = async () => {
      const { body, headers } = await visitor.getOnlineBookingCalendar(one.at)
      expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
      const calendar = new ICAL.Component(ICAL.parse(body as string) as string)
      return calendar.getFirstSubcomponent('vevent')!
    }
    const event = await read()
    expect(event.getFirstPropertyValue('summary')).toContain('Haircut – ')
    expect(String(event.getFirstPropertyValue('dtstart'))).toBe(`${inDays(7)}T10:00:00Z`)
    expect(event.getFirstPropertyValue('status')).toBeNull()
    await visitor.cancelOnlineBooking(one.at)
    expect((await read()).getFirstPropertyValue('status')).toBe('CANCELLED')
  })
})
