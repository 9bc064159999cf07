import * as identity from '@wp/identity/contract'
import type { RequestBody } from '@wp/http'
import { eventually, uniqueName, visitorApi } from '@wp/testing'
import { expect } from 'vitest'
import * as contract from '../src/contract.ts'
import { everyDay, newMember, newSalon, newService } from './salon.ts'
import type { Salon } from './salon.ts'

export const visitor = visitorApi(contract)
const mailbox = visitorApi(identity)

export type PageFields = Partial<RequestBody<typeof contract.putBookingPage>>

/** Returns the day that is this many days from today, in UTC. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Opens a salon in UTC, open from 9 to 17 every day, with a booking page, a service and `staff` members. */
export const newBookingSalon = async (fields: PageFields = {}, staff = 1) => {
  const salon = await newSalon({ timeZone: 'UTC' }, everyDay(['09:00', '17:00']))
  const service = await newService(salon)
  const members = []
  for (let index = 0; index < staff; index += 1)
    members.push(await newMember(salon, { name: `Mona ${index}` }))
  const slug = uniqueName('salon-')
  await putPage(salon, { slug, ...fields })
  // Scheduling receives the hours in an event.
  await eventually(async () => {
    const { body } = await visitor.listBookingSlots({
      params: { slug },
      query: { serviceId: service.id, from: inDays(7), to: inDays(7) },
    })
    expect(body.slots.map(({ startTime }) => startTime)).toContain('09:00')
    expect(body.slots.map(({ startTime }) => startTime)).not.toContain('00:00')
  })
  return { ...salon, service, members, slug }
}
export type BookingSalon = Awaited<ReturnType<typeof newBookingSalon>>

/** Stores an enabled page without limits that would interfere with a test. */
export const putPage = ({ api }: Pick<Salon, 'api'>, fields: PageFields & { slug: string }) =>
  api.putBookingPage({
    isEnabled: true,
    leadMinutes: 0,
    changeUntilMinutes: 0,
    maxOpenPerCustomer: 50,
    ...fields,
  })

export const newEmail = (): string => `${uniqueName('customer')}@shop.example`

/** Returns the body of a booking a week from today. */
export const bookingOf = (
  { service }: Pick<BookingSalon, 'service'>,
  fields: Partial<RequestBody<typeof contract.createOnlineBooking>> = {},
) => ({
  serviceId: service.id,
  date: inDays(7),
  startTime: '10:00',
  customer: { name: 'Laila Osman', email: newEmail() },
  ...fields,
})

/** Books and returns the booking with its token; `at` is the call that reads it. */
export const book = async (
  salon: BookingSalon,
  fields: Partial<RequestBody<typeof contract.createOnlineBooking>> = {},
) => {
  const body = bookingOf(salon, fields)
  const reply = await visitor.createOnlineBooking({ params: { slug: salon.slug }, body })
  if (reply.status !== 201) throw new Error(`The booking was rejected: ${JSON.stringify(reply.body)}`)
  const { booking, token } = reply.body
  const [params, query] = [{ bookingId: booking.id }, { token }]
  return { booking, token, params, query, at: { params, query } }
}

/** Waits for this many emails to an address and returns them, oldest first. */
export const mailsTo = (email: string, count: number) =>
  eventually(
    async () => {
      const { messages } = (await mailbox.listOutbox({ query: { to: email } })).body
      expect(messages).toHaveLength(count)
      return messages.toReversed()
    },
    { withinMs: 60_000 },
  )

/** Returns the token of the link to a booking in an email. */
export const linkTokenIn = ({ text }: { text: string }): string =>
  new URL(/https?:\S+\/book\/\S+/.exec(text)![0]).searchParams.get('token')!
