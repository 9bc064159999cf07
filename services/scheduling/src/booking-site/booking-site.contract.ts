import { defineRoute, ErrorEnvelope, open, raw } from '@wp/http'
import { z } from 'zod'

const html = raw('text/html')
/** These routes return HTML pages. Requests rejected before they reach a page get the usual JSON error response. */
const refusal = [ErrorEnvelope, html] as const
const path = '/book/:slug'
const one = `${path}/bookings/:bookingId` as const
const tag = 'Booking pages'
const shared = { root: true, host: 'workspace-domain', tag, access: open() } as const
const form = { rate: 'booking', rawBody: true, bodyLimit: 128 * 1024 } as const

/** Any other value is ignored, without an error. */
const choice = z.string().max(100).optional().catch(undefined)
const inLanguage = { language: choice.describe("Defaults to the visitor's language (`Accept-Language`)") }
const inCalendar = {
  month: choice.describe('The month to show, as YYYY-MM'),
  day: choice.describe('The chosen day, as YYYY-MM-DD'),
  time: choice.describe('The chosen start, as HH:mm'),
}
const params = z.object({ bookingId: z.string().max(100) })
const withToken = {
  token: z.string().max(200).optional().describe('Without it, the page is not found'),
  ...inLanguage,
}

export const getBookingSite = defineRoute({
  id: 'getBookingSite',
  method: 'GET',
  path,
  ...shared,
  summary: 'Get the page on which customers book',
  description: 'Returns an HTML page. The parameters are the choices made so far.',
  rate: 'large',
  query: z.object({
    service: choice.describe('The id of the chosen service'),
    staff: choice.describe('The id of the chosen member, or `any`'),
    ...inCalendar,
    ...inLanguage,
  }),
  replies: { 200: html, 404: refusal },
  fails: [400],
})

export const getBookingSiteStyle = defineRoute({
  id: 'getBookingSiteStyle',
  method: 'GET',
  path: `${path}/style.css`,
  ...shared,
  summary: 'Get the style sheet for booking pages',
  etag: true,
  cache: 'public, max-age=300',
  replies: { 200: raw('text/css') },
  fails: [404],
})

export const getBookingSiteScript = defineRoute({
  id: 'getBookingSiteScript',
  method: 'GET',
  path: `${path}/script.js`,
  ...shared,
  summary: 'Get the script for booking pages',
  description: 'The pages also work without it.',
  etag: true,
  cache: 'public, max-age=300',
  replies: { 200: raw('text/javascript') },
  fails: [],
})

export const getBookingEmbed = defineRoute({
  id: 'getBookingEmbed',
  method: 'GET',
  path: '/book/embed.js',
  ...shared,
  summary: 'Get the script that embeds a booking page in another site',
  description:
    'Include it in a site whose origin is one of `allowedOrigins`, with a script element that has this address as `src` and the slug as `data-slug`. It adds a frame with the booking page.',
  etag: true,
  cache: 'public, max-age=300',
  replies: { 200: raw('text/javascript') },
  fails: [],
})

export const getDomainBookingEmbed = defineRoute({
  id: 'getDomainBookingEmbed',
  method: 'GET',
  path: `${path}/embed.js`,
  ...shared,
  summary: 'Get the same script on a custom domain',
  description: 'On a custom domain at `/book/embed.js`, where it needs no `data-slug`.',
  etag: true,
  cache: 'public, max-age=300',
  replies: { 200: raw('text/javascript') },
  fails: [],
})

export const submitBookingForm = defineRoute({
  id: 'submitBookingForm',
  method: 'POST',
  path: `${path}/bookings`,
  ...shared,
  ...form,
  summary: 'Submit the booking form',
  description:
    'Accepts `application/x-www-form-urlencoded` and redirects to the booking. The hidden field `key` ensures that submitting the form twice creates only one booking.',
  query: z.object(inLanguage),
  replies: { 303: null, 404: refusal, 422: refusal },
  fails: [400],
})

export const getBookingSiteBooking = defineRoute({
  id: 'getBookingSiteBooking',
  method: 'GET',
  path: one,
  ...shared,
  summary: 'Get the page of a booking',
  description: "Requires the booking's token, or the token of a link in a message about it.",
  rate: 'large',
  params,
  query: z.object({
    ...withToken,
    done: choice.describe('The change that the page confirms, such as `booked`'),
    move: choice.describe('Any value shows the slots to which the booking can be moved'),
    ...inCalendar,
  }),
  replies: { 200: html, 404: refusal },
  fails: [400],
})

const forms = {
  params,
  query: z.object(withToken),
  replies: { 303: null, 404: refusal, 422: refusal },
} as const

export const submitMoveForm = defineRoute({
  id: 'submitMoveForm',
  method: 'POST',
  path: `${one}/reschedule`,
  ...shared,
  ...form,
  ...forms,
  summary: 'Submit the form that moves a booking',
  fails: [400],
})

export const submitCancelForm = defineRoute({
  id: 'submitCancelForm',
  method: 'POST',
  path: `${one}/cancel`,
  ...shared,
  ...form,
  ...forms,
  summary: 'Submit the form that cancels a booking',
  fails: [400],
})

export const submitContactForm = defineRoute({
  id: 'submitContactForm',
  method: 'POST',
  path: `${one}/confirm-contact`,
  ...shared,
  ...form,
  params,
  query: z.object(withToken),
  replies: { 303: null, 404: refusal },
  summary: "Submit the form that confirms the customer's contact",
  fails: [400],
})
