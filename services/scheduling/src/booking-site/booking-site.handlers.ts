import { content, reply } from '@wp/http'
import { notFound } from '@wp/kernel'
import { contentSecurityPolicy, requireForm, toStyleSheet } from '@wp/public-pages'
import type { SitePath } from '@wp/public-pages'
import type { IncomingHttpHeaders } from 'node:http'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import { findPage } from '../online-bookings/public-page.actions.ts'
import { cancelFromForm, confirmFromForm, moveFromForm, showBooking } from './booking.actions.ts'
import type { BookingRequest } from './booking.actions.ts'
import { asPage, noSite, openSite } from './booking-site.actions.ts'
import type { SitePage, SiteRequest } from './booking-site.actions.ts'
import * as routes from './booking-site.contract.ts'
import { embedScript, pageScript } from './script.view.ts'
import { bookFromForm, showSteps } from './steps.actions.ts'
import { styleRules } from './style.view.ts'

const toReply = <Status extends 200 | 404 | 422>({ status, page, allowedOrigins }: SitePage<Status>) =>
  reply(status, content('text/html; charset=utf-8', page), {
    headers: { 'content-security-policy': contentSecurityPolicy(allowedOrigins) },
  })

const toRedirect = ({ location }: { location: string }) => reply(303, null, { headers: { location } })

const javaScript = 'text/javascript; charset=utf-8'

export const bookingSiteHandlers = (deps: SchedulingDeps) => [
  handle(routes.getBookingSite, async ({ params, query: { language, ...query }, headers }) => {
    const here = { path: '', query }
    const open = await openSite(deps, { slug: params.slug, language, headers, here })
    if (!open?.page.isEnabled) return toReply(noSite)
    return toReply(asPage(open, 200, await showSteps(deps, open, query)))
  }),

  handle(routes.getBookingSiteStyle, async ({ params, headers }) => {
    const found = await findPage(deps, params.slug, headers)
    if (!found) throw notFound('Booking page')
    return reply(
      200,
      content('text/css; charset=utf-8', toStyleSheet(found.workspace.business.brandColor, styleRules)),
    )
  }),

  handle(routes.getBookingSiteScript, () => reply(200, content(javaScript, pageScript))),
  handle(routes.getBookingEmbed, () => reply(200, content(javaScript, embedScript))),
  handle(routes.getDomainBookingEmbed, () => reply(200, content(javaScript, embedScript))),

  handle(routes.submitBookingForm, async ({ params, query: { language }, headers, body }) => {
    const open = await openSite(deps, { slug: params.slug, language, headers, here: { path: '' } })
    if (!open?.page.isEnabled) return toReply(noSite)
    requireForm(headers['content-type'])
    const answer = await bookFromForm(deps, open, body)
    return answer.status === 303 ? toRedirect(answer) : toReply(answer)
  }),

  handle(
    routes.getBookingSiteBooking,
    async ({ params, query: { language, token = '', ...query }, headers }) => {
      const here = { path: `/bookings/${encodeURIComponent(params.bookingId)}`, query: { token, ...query } }
      const open = await openSite(deps, { slug: params.slug, language, headers, here })
      if (!open) return toReply(noSite)
      const booking = { bookingId: params.bookingId, token, headers }
      return toReply(await showBooking(deps, open, booking, query))
    },
  ),

  handle(routes.submitMoveForm, async ({ params, query, headers, body }) => {
    const open = await openSite(deps, toSiteRequest(params, query, headers))
    if (!open) return toReply(noSite)
    requireForm(headers['content-type'])
    const answer = await moveFromForm(deps, open, toBookingRequest(params, query, headers), body)
    return answer.status === 303 ? toRedirect(answer) : toReply(answer)
  }),

  handle(routes.submitCancelForm, async ({ params, query, headers }) => {
    const open = await openSite(deps, toSiteRequest(params, query, headers))
    if (!open) return toReply(noSite)
    const answer = await cancelFromForm(deps, open, toBookingRequest(params, query, headers))
    return answer.status === 303 ? toRedirect(answer) : toReply(answer)
  }),

  handle(routes.submitContactForm, async ({ params, query, headers }) => {
    const open = await openSite(deps, toSiteRequest(params, query, headers))
    if (!open) return toReply(noSite)
    const answer = await confirmFromForm(deps, open, toBookingRequest(params, query, headers))
    return answer.status === 303 ? toRedirect(answer) : toReply(answer)
  }),
]

type Params = { slug: string; bookingId: string }
type Query = { token?: string | undefined; language?: string | undefined }

const toSiteRequest = (
  { slug, bookingId }: Params,
  { token = '', language }: Query,
  headers: IncomingHttpHeaders,
): SiteRequest => {
  const here: SitePath = { path: `/bookings/${encodeURIComponent(bookingId)}`, query: { token } }
  return { slug, language, headers, here }
}

const toBookingRequest = (
  { bookingId }: Params,
  { token = '' }: Query,
  headers: IncomingHttpHeaders,
): BookingRequest => ({ bookingId, token, headers })
