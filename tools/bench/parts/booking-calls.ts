import { randomBytes } from 'node:crypto'
import { addDays, newId } from '@wp/kernel'
import type { MongoClient } from 'mongodb'
import { staffCollection } from '../../../services/scheduling/src/staff/staff.store.ts'
import type { Prepare } from './cost-calls.ts'
import type { Scene } from './cost-scene.ts'

const services = 200
const members = 100

/** Calls of a booking page with as many services, members and slots as it can have. */
export const bookingCalls = async (
  { call, signUp, messageTo }: Scene,
  database: MongoClient,
): Promise<Record<string, Prepare>> => {
  const { token, workspaceId } = await signUp()
  const path = `/workspace/${workspaceId}`
  let serviceId = ''
  for (let index = 0; index < services; index += 1) {
    const body = { name: `${index} ${'n'.repeat(190)}`, durationMinutes: 10, price: 1 }
    serviceId = (await call<{ service: { id: string } }>('scheduling', `${path}/services`, { token, body }))
      .service.id
  }
  await addStaff(database, workspaceId)
  const slug = `page-${newId()}`
  await call('scheduling', `${path}/booking-page`, {
    method: 'PUT',
    token,
    body: {
      slug,
      isEnabled: true,
      leadMinutes: 0,
      changeUntilMinutes: 0,
      horizonDays: 365,
      slotStepMinutes: 10,
      maxOpenPerCustomer: 50,
    },
  })
  const today = new Date().toISOString().slice(0, 10)
  const date = addDays(today, 40)
  let bookings = 0
  const newBooking = () => {
    bookings += 1
    return {
      serviceId,
      date: addDays(date, Math.floor(bookings / (members / 2))),
      startTime: '12:00',
      customer: {
        name: 'n'.repeat(200),
        email: `${newId()}@customer.example`,
        phone: `${newId()}${'1'.repeat(16)}`,
      },
      note: 'x'.repeat(2000),
    }
  }
  const book = async (email?: string) => {
    const body = newBooking()
    if (email !== undefined) body.customer.email = email
    const made = await call<{ booking: { id: string }; token: string }>(
      'scheduling',
      `/public/booking/${slug}/bookings`,
      { body },
    )
    return {
      params: { slug, bookingId: made.booking.id },
      query: { token: made.token },
      email: body.customer.email,
    }
  }
  const booked = await book()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const padded = (fields: Record<string, string>): string => {
    const text = new URLSearchParams(fields).toString()
    return `${text}&${'a=&'.repeat((128 * 1024 - text.length - 100) / 3)}`
  }
  /** Returns a booking of an existing client with the token of the link in its email. */
  const bookByMail = async () => {
    const known = `${newId()}@customer.example`
    await call('scheduling', `${path}/clients`, { token, body: { name: 'n'.repeat(200), email: known } })
    const { params, email } = await book(known)
    const { text } = (await messageTo(email)) as unknown as { text: string }
    const link = new URL(/https?:\S+\/book\/\S+/.exec(text)![0])
    return { params, query: { token: link.searchParams.get('token')! } }
  }
  const { params, query } = booked
  const range = { from: addDays(today, 1), to: addDays(today, 31) }
  return {
    getPublicBookingPage: () => ({ params, status: 200 }),
    listBookingSlots: () => ({ params, query: { serviceId, ...range }, status: 200 }),
    createOnlineBooking: () => ({
      params,
      headers: { 'idempotency-key': newId() },
      body: newBooking(),
      status: 201,
    }),
    getOnlineBooking: () => ({ params, query, status: 200 }),
    rescheduleOnlineBooking: async () => {
      const one = await book()
      return { ...one, body: { date: addDays(date, 1), startTime: '09:00' }, status: 200 }
    },
    cancelOnlineBooking: async () => ({ ...(await book()), status: 200 }),
    confirmBookingContact: async () => ({ ...(await bookByMail()), status: 200 }),
    getOnlineBookingCalendar: () => ({ params, query, status: 200 }),
    getBookingSite: () => ({ params, query: { service: serviceId, staff: 'any' }, status: 200 }),
    getBookingSiteStyle: () => ({ params, status: 200 }),
    getBookingSiteScript: () => ({ params, status: 200 }),
    getBookingEmbed: () => ({ status: 200 }),
    getDomainBookingEmbed: () => ({ params, status: 200 }),
    submitBookingForm: () => {
      const { customer, ...booking } = newBooking()
      const key = randomBytes(32).toString('base64url')
      return { params, headers: form, body: padded({ ...booking, ...customer, key }), status: 303 }
    },
    getBookingSiteBooking: () => ({ params, query: { ...query, move: '1' }, status: 200 }),
    submitMoveForm: async () => {
      const one = await book()
      return {
        ...one,
        headers: form,
        body: padded({ date: addDays(date, 2), startTime: '10:00' }),
        status: 303,
      }
    },
    submitCancelForm: async () => ({ ...(await book()), headers: form, body: padded({}), status: 303 }),
    submitContactForm: async () => ({
      ...(await bookByMail()),
      headers: form,
      body: padded({}),
      status: 303,
    }),
  }
}

/** Adds members to the database, because plans have fewer seats than a page can show. */
const addStaff = async (database: MongoClient, workspaceId: string): Promise<void> => {
  const now = new Date()
  const staff = database.db('wp_scheduling').collection<{ _id: string }>(staffCollection.name)
  await staff.insertMany(
    Array.from({ length: members }, (_, index) => {
      const id = newId()
      return {
        _id: id,
        workspaceId,
        name: `${index} ${'n'.repeat(190)}`,
        email: `${id}@staff.example`,
        roleId: newId(),
        phone: null,
        avatarUrl: null,
        workingHours: null,
        serviceIds: null,
        fieldValues: '[]',
        valueKeys: [],
        uniqueKeys: [id],
        isJoined: true,
        deletedAt: null,
        step: null,
        stepVersion: 0,
        actorId: null,
        stepUntil: null,
        wanted: null,
        createdAt: now,
        updatedAt: now,
      }
    }),
  )
}
