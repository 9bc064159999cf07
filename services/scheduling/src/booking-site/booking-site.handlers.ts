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
import { asPage, inSite } from './booking-site.actions.ts'
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
    const request = { slug: params.slug, language, headers, here: { path: '', query } }
    return toReply(
      await inSite(
        deps,
        request,
        async (open) => asPage(open, 200, await showSteps(deps, open, query)),
        true,
      ),
    )
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
    const request = { slug: params.slug, language, headers, here: { path: '' } }
    const answer = await inSite(
      deps,
      request,
      (open) => {
        requireForm(headers['content-type'])
        return bookFromForm(deps, open, body)
      },
      true,
    )
    return answer.status === 303 ? toRedirect(answer) : toReply(answer)
  }),

  handle(
    routes.getBookingSiteBooking,
    async ({ params, query: { language, token = '', ...query }, headers }) => {
      const here = { path: `/bookings/${encodeURIComponent(params.bookingId)}`, query: { token, ...query } }
      const request = { slug: params.slug, language, headers, here }
      const booking = { bookingId: params.bookingId, token, headers }
      return toReply(await inSite(deps, request, (open) => showBooking(deps, open, booking, query)))
    },
  ),

  handle(routes.submitMoveForm, async ({ params, query, headers, body }) => {
    const answer = await inSite(deps, toSiteRequest(params, query, headers), (open) => {
      requireForm(headers['content-type'])
      return moveFromForm(deps, open, toBookingRequest(params, query, headers), body)
    })
    return answer.status === 303 ? toRedirect(answer) : toReply(answer)
  }),

  handle(routes.submitCancelForm, async ({ params, query, headers }) => {
    const answer = await inSite(deps, toSiteRequest(params, query, headers), (open) =>
      cancelFromForm(deps, open, toBookingRequest(params, query, headers)),
    )
    return answer.status === 303 ? toRedirect(answer) : toReply(answer)
  }),

  handle(routes.submitContactForm, async ({ params, query, headers }) => {
    const answer = await inSite(deps, toSiteRequest(params, query, headers), (open) =>
      confirmFromForm(deps, open, toBookingRequest(params, query, headers)),
    )
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
