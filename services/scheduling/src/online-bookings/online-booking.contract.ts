import { defineRoute, open, raw } from '@wp/http'
import { CalendarDateString, EmailAddress, IdString, nonBlank, TimeOfDay, Timestamp } from '@wp/kernel'
import { Language } from '@wp/texts'
import { PublicBusiness } from '@wp/workspaces'
import { z } from 'zod'
import { schedulingErrors } from '../errors.ts'
import { FieldType, FieldValue } from '../fields/field.contract.ts'
import { SessionStatus } from '../sessions/session.contract.ts'

const Named = z.object({
  id: IdString.describe('The id of the record'),
  name: z.string().describe('The name that customers see'),
})

const PublicService = z
  .object({
    id: IdString.describe('The id of the service'),
    name: z.string().describe('The name that customers see'),
    durationMinutes: z.int().describe('How long a booking of the service takes'),
    price: z.number().nullable().describe('Includes tax; null when it is not published'),
    currencyCode: z.string().describe('The currency of the price'),
  })
  .meta({ id: 'PublicService' })

const PublicStaff = Named.extend({
  serviceIds: z.array(IdString).nullable().describe('The services that the member performs; null means all'),
}).meta({ id: 'PublicStaffMember' })

const PublicField = z
  .object({
    id: IdString.describe('The id of the field'),
    key: z.string().describe('The `fieldKey` of its answer'),
    label: z.string().describe('The question'),
    description: z.string().nullable().describe('A hint for the customer'),
    type: FieldType.describe('The type of its answer'),
    isRequired: z.boolean().describe('Whether a booking requires an answer'),
    options: z.array(z.string()).nullable().describe('The choices of select and multiselect fields'),
  })
  .meta({ id: 'PublicSessionField' })

const BookingSettings = z
  .object({
    slug: z.string().describe('The address of the page'),
    timeZone: z.string().describe('All dates and times are in this time zone'),
    languages: z.array(z.string()).describe('The languages of messages to customers, the first by default'),
    allowStaffChoice: z.boolean().describe('Whether customers can choose a member'),
    leadMinutes: z.int().describe('How long before its start a slot can still be booked'),
    horizonDays: z.int().describe('How many days ahead customers can book'),
    slotStepMinutes: z.int().describe('The distance between the starts of two slots'),
    changeUntilMinutes: z.int().describe('How long before its start a booking can still be changed'),
    maxOpenPerCustomer: z.int().describe('How many upcoming bookings a customer can have'),
  })
  .meta({ id: 'BookingPageSettings' })

export const PublicBookingPage = z
  .object({
    business: PublicBusiness.describe('The details that the business has published'),
    services: z.array(PublicService).describe('The services that can be booked online'),
    staff: z.array(PublicStaff).describe('Empty when customers cannot choose'),
    fields: z.array(PublicField).describe('What customers are asked for, in addition to name and contact'),
    settings: BookingSettings.describe('The rules of the page'),
  })
  .meta({ id: 'PublicBookingPage' })
export type PublicBookingPage = z.output<typeof PublicBookingPage>

export const OnlineBooking = z
  .object({
    id: IdString.describe('The id of the booking, which is also the id of the session'),
    date: CalendarDateString.describe('The day of the booking'),
    startTime: TimeOfDay.describe('Local time in `timeZone`'),
    endTime: TimeOfDay.describe('On the next day unless it is later than startTime'),
    timeZone: z.string().describe('The time zone of the business'),
    service: Named.describe('The booked service'),
    staff: Named.nullable().describe('The member; null in a business without staff'),
    status: SessionStatus.describe('Customers can change scheduled bookings'),
    changeableUntil: Timestamp.describe('The time until which the customer can move or cancel the booking'),
  })
  .meta({ id: 'OnlineBooking' })
export type OnlineBooking = z.output<typeof OnlineBooking>

export const NewBooking = z.object({
  serviceId: IdString.describe('A service of the page'),
  staffId: IdString.optional().describe('If omitted, a member who is free'),
  date: CalendarDateString.describe('The day of the slot'),
  startTime: TimeOfDay.describe('The start of a slot'),
  customer: z
    .object({
      name: nonBlank(200).describe('The name of the customer'),
      email: EmailAddress.nullable().default(null).describe('Required unless phone is given'),
      phone: nonBlank(40).nullable().default(null).describe('Required unless email is given'),
      language: Language.nullable().default(null).describe('The language of messages to the customer'),
    })
    .refine(({ email, phone }) => email !== null || phone !== null, {
      path: ['email'],
      error: 'is required unless phone is given',
    }),
  fieldValues: z.array(FieldValue).max(200).default([]).describe('The answers to the fields of the page'),
  note: nonBlank(2000).nullable().default(null).describe('A note for the business'),
})
export type NewBooking = z.output<typeof NewBooking>

export const NewTime = z.object({
  date: CalendarDateString.describe('The new day'),
  startTime: TimeOfDay.describe('The start of a slot'),
  staffId: IdString.optional().describe('If omitted, the same member if possible, otherwise another one'),
})
export type NewTime = z.output<typeof NewTime>

const dayMs = 86_400_000
const maxSlotDays = 31
/** Keeps the reply of a business with many members and short steps small. */
export const maxSlotStaff = 10
const OneBooking = z.object({ booking: OnlineBooking })
const page = '/public/booking/:slug'
const one = '/public/booking/bookings/:bookingId'
const tag = 'Public booking'
const withToken = z.object({
  token: z.string().min(1).max(200).describe('The token of the booking, or of a link in a message about it'),
})
const tokenHint = "Requires the booking's token, or the token of a link in a message about it."
const shared = { tag, access: open(), host: 'workspace-domain' } as const

export const getPublicBookingPage = defineRoute({
  id: 'getPublicBookingPage',
  method: 'GET',
  path: page,
  summary: "Get a business's booking page",
  description: 'Returns the services, staff, fields and settings that a booking form needs.',
  ...shared,
  rate: 'large',
  replies: { 200: PublicBookingPage },
  fails: [404],
})

export const listBookingSlots = defineRoute({
  id: 'listBookingSlots',
  method: 'GET',
  path: `${page}/slots`,
  summary: 'List free slots',
  description: `Covers at most ${maxSlotDays} days. \`staffIds\` lists up to ${maxSlotStaff} members who are free, the least busy first; it is empty when customers cannot choose.`,
  ...shared,
  rate: 'large',
  query: z
    .object({
      serviceId: IdString.describe('A service of the page'),
      staffId: IdString.optional().describe('If omitted, any member who performs the service'),
      from: CalendarDateString.describe('The first day, inclusive'),
      to: CalendarDateString.describe('The last day, inclusive'),
    })
    .refine(({ from, to }) => from <= to, { path: ['from'], error: 'must not be after to' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < maxSlotDays * dayMs, {
      path: ['to'],
      error: `must be at most ${maxSlotDays - 1} days after from`,
    }),
  replies: {
    200: z.object({
      slots: z.array(
        z.object({
          date: CalendarDateString.describe('The day of the slot'),
          startTime: TimeOfDay.describe('Local time in `timeZone`'),
          endTime: TimeOfDay.describe('00:00 for a slot that ends at midnight'),
          staffIds: z.array(IdString).describe('Members who are free'),
        }),
      ),
      timeZone: z.string().describe('The time zone of the business'),
    }),
  },
  fails: [400, 404, 422],
})

export const createOnlineBooking = defineRoute({
  id: 'createOnlineBooking',
  method: 'POST',
  path: `${page}/bookings`,
  summary: 'Book a slot',
  description:
    'Creates a session and a client. A taken slot is rejected with SESSION_CONFLICT. The customer can read, move and cancel the booking with the `token`, which is returned only once and stored as a hash. A client with the same contact is not used, because the contact is not proven yet: the new client gets `possibleDuplicateOf`, and is replaced with the existing one when the customer confirms through the link in the message.',
  ...shared,
  rate: 'booking',
  body: NewBooking,
  idempotency: 'sealed', // the reply contains the token
  replies: { 201: z.object({ booking: OnlineBooking, token: z.string() }) },
  fails: [400, 404, 409, 422],
  errors: [schedulingErrors.BOOKING_LIMIT, schedulingErrors.SESSION_CONFLICT],
})

export const getOnlineBooking = defineRoute({
  id: 'getOnlineBooking',
  method: 'GET',
  path: one,
  summary: 'Get a booking with its token',
  description: tokenHint,
  ...shared,
  query: withToken,
  replies: { 200: OneBooking },
  fails: [400, 404],
})

export const rescheduleOnlineBooking = defineRoute({
  id: 'rescheduleOnlineBooking',
  method: 'POST',
  path: `${one}/reschedule`,
  summary: 'Change the time of a booking',
  description: `${tokenHint} Rejected with TOO_LATE after \`changeableUntil\`, and with SESSION_CONFLICT when the slot is taken.`,
  ...shared,
  rate: 'booking',
  query: withToken,
  body: NewTime,
  replies: { 200: OneBooking },
  fails: [400, 404, 422],
  errors: [schedulingErrors.SESSION_CONFLICT, schedulingErrors.TOO_LATE],
})

export const cancelOnlineBooking = defineRoute({
  id: 'cancelOnlineBooking',
  method: 'POST',
  path: `${one}/cancel`,
  summary: 'Cancel a booking',
  description: `${tokenHint} Rejected with TOO_LATE after \`changeableUntil\`. Cancelling a cancelled booking has no effect.`,
  ...shared,
  rate: 'booking',
  query: withToken,
  replies: { 200: OneBooking },
  fails: [400, 404, 422],
  errors: [schedulingErrors.TOO_LATE],
})

export const confirmBookingContact = defineRoute({
  id: 'confirmBookingContact',
  method: 'POST',
  path: `${one}/confirm-contact`,
  summary: "Confirm the customer's contact",
  description:
    'Requires the token of a link in a message, which proves that the customer has the email address or phone number of the booking. If exactly one other client has the same contact, the booking is moved to that client and the duplicate is removed.',
  ...shared,
  rate: 'booking',
  query: withToken,
  replies: { 200: OneBooking },
  fails: [400, 404],
})

export const getOnlineBookingCalendar = defineRoute({
  id: 'getOnlineBookingCalendar',
  method: 'GET',
  path: `${one}.ics`,
  summary: 'Get a booking as iCalendar',
  description: tokenHint,
  ...shared,
  query: withToken,
  replies: { 200: raw('text/calendar') },
  fails: [400, 404],
})
