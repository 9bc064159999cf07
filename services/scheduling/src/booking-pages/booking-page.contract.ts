import { defineRoute, resource, workspace } from '@wp/http'
import { IdString } from '@wp/kernel'
import { z } from 'zod'

/** Part of the public paths, so no page can use this slug. */
const reservedSlugs = ['bookings']

const Slug = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: 'must contain only lowercase letters, digits and single hyphens, such as blue-moon',
  })
  .refine((slug) => !reservedSlugs.includes(slug), { error: 'cannot be a reserved word such as bookings' })
  .describe('The address of the page, `/book/{slug}`; unique on the platform')

const isLocal = (hostname: string): boolean => /^(localhost|127(\.\d{1,3}){3})$/.test(hostname)

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text)
  if (!url || url.origin !== text) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname))
}

const Origin = z
  .string()
  .max(300)
  .refine(isOrigin, { error: 'must be an https origin without a path, such as https://www.example.com' })

const unique = (ids: readonly string[]) => new Set(ids).size === ids.length
const repeated = { error: 'must not contain the same value twice' }

const monthMinutes = 43_200

const limits = {
  leadMinutes: z
    .int()
    .min(0)
    .max(monthMinutes)
    .describe('How long before its start a slot can still be booked'),
  horizonDays: z.int().min(1).max(365).describe('How many days ahead customers can book'),
  slotStepMinutes: z.int().min(10).max(1440).describe('The distance between the starts of two slots'),
  changeUntilMinutes: z
    .int()
    .min(0)
    .max(monthMinutes)
    .describe('How long before its start a customer can still move or cancel a booking'),
  maxOpenPerCustomer: z
    .int()
    .min(1)
    .max(50)
    .describe('How many upcoming bookings a customer can have, counted by email address and phone number'),
}

const described = {
  serviceIds: 'The services that customers can book; null means all active ones for sessions',
  allowStaffChoice: 'Whether customers see the staff and can choose a member',
  allowedOrigins: 'The sites that may embed the page in a frame',
  publicFieldIds:
    'The custom session fields of the phase `pre` that customers fill in; required ones are always included',
}

export const BookingPage = resource('BookingPage', {
  workspaceId: IdString.describe('The workspace of the page'),
  slug: z.string().describe('The address of the page, `/book/{slug}`'),
  isEnabled: z.boolean().describe('Whether customers can open the page'),
  serviceIds: z.array(IdString).nullable().describe(described.serviceIds),
  allowStaffChoice: z.boolean().describe(described.allowStaffChoice),
  ...limits,
  allowedOrigins: z.array(z.string()).describe(described.allowedOrigins),
  publicFieldIds: z.array(IdString).describe(described.publicFieldIds),
})
export type BookingPage = z.output<typeof BookingPage>

/** Omitted fields get their defaults. */
export const BookingPageFields = z.object({
  slug: Slug,
  isEnabled: z.boolean().default(false).describe('Whether customers can open the page'),
  serviceIds: z
    .array(IdString)
    .max(200)
    .refine(unique, repeated)
    .nullable()
    .default(null)
    .describe(described.serviceIds),
  allowStaffChoice: z.boolean().default(true).describe(described.allowStaffChoice),
  leadMinutes: limits.leadMinutes.default(120),
  horizonDays: limits.horizonDays.default(60),
  slotStepMinutes: limits.slotStepMinutes.default(30),
  changeUntilMinutes: limits.changeUntilMinutes.default(1440),
  maxOpenPerCustomer: limits.maxOpenPerCustomer.default(3),
  allowedOrigins: z
    .array(Origin)
    .max(20)
    .refine(unique, repeated)
    .default([])
    .describe(described.allowedOrigins),
  publicFieldIds: z
    .array(IdString)
    .max(200)
    .refine(unique, repeated)
    .default([])
    .describe(described.publicFieldIds),
})
export type BookingPageFields = z.output<typeof BookingPageFields>

const OnePage = z.object({ bookingPage: BookingPage })
const path = '/workspace/:workspaceId/booking-page'
const tag = 'Booking page'

export const getBookingPage = defineRoute({
  id: 'getBookingPage',
  method: 'GET',
  path,
  summary: 'Get the booking page',
  description: 'Returns the settings of the page on which customers book online.',
  tag,
  access: workspace('workspace.manage'),
  replies: { 200: OnePage },
  fails: [400, 401, 403, 404],
})

export const putBookingPage = defineRoute({
  id: 'putBookingPage',
  method: 'PUT',
  path,
  summary: 'Create or update the booking page',
  description: 'Replaces all settings; omitted ones get their defaults. Existing bookings are not changed.',
  tag,
  access: workspace('workspace.manage'),
  body: BookingPageFields,
  replies: { 200: OnePage },
  fails: [400, 401, 403, 404, 409, 422],
})
