import { content, handle, reply } from '@wp/http'
import { notFound } from '@wp/kernel'
import { contentSecurityPolicy, requireForm, toStyleSheet } from '@wp/public-pages'
import type { IncomingHttpHeaders } from 'node:http'
import type { ContestsDeps } from '../deps.ts'
import { answerFromForm, startFromForm, submitFromForm } from './attempt-form.actions.ts'
import { findContest, noContest, openContest, showAttempt, showContest } from './contest-site.actions.ts'
import type { Redirect, SitePage, SiteRequest } from './contest-site.actions.ts'
import * as routes from './contest-site.contract.ts'
import { attemptCookie, writeAttemptCookie } from './contest-site.rules.ts'
import { contestScript } from './script.view.ts'
import { styleRules } from './style.view.ts'

const asPage = <Status extends 200 | 404 | 422>({ status, page }: SitePage<Status>) =>
  reply(status, content('text/html; charset=utf-8', page), {
    headers: { 'content-security-policy': contentSecurityPolicy() },
  })

const toRedirect = ({ location }: Redirect) => reply(303, null, { headers: { location } })

/** Long enough to see the result of a contest that lasts a few weeks. */
const cookieSeconds = 60 * 24 * 3600

export const contestSiteHandlers = (deps: ContestsDeps) => [
  handle(routes.getContestSite, async (request) => {
    const open = await openContest(deps, toSiteRequest(request, ''))
    if (!open) return asPage(noContest)
    return asPage({ status: 200, page: await showContest(deps, open) })
  }),

  handle(routes.getContestSiteStyle, async ({ params, headers }) => {
    const found = await findContest(deps, params.contestId, headers)
    if (!found) throw notFound('Contest')
    const style = toStyleSheet(found.workspace.business.brandColor, styleRules)
    return reply(200, content('text/css; charset=utf-8', style))
  }),

  handle(routes.getContestSiteScript, () =>
    reply(200, content('text/javascript; charset=utf-8', contestScript)),
  ),

  handle(routes.submitStartForm, async (request) => {
    const open = await openContest(deps, toSiteRequest(request, ''))
    if (!open) return asPage(noContest)
    requireForm(request.headers['content-type'])
    const answer = await startFromForm(deps, open, request.body, request.ip)
    if (answer.status !== 303) return asPage(answer)
    const cookie = {
      name: attemptCookie,
      value: writeAttemptCookie(answer.attemptId, answer.token),
      path: `/contests/${request.params.contestId}`,
      maxAgeSeconds: cookieSeconds,
      secure: !deps.isDevelopment,
    }
    return reply(303, null, { headers: { location: answer.location }, cookies: [cookie] })
  }),

  handle(routes.getAttemptSite, async (request) => {
    const { question } = request.query
    const open = await openContest(deps, toSiteRequest(request, '/attempt', { question }))
    if (!open) return asPage(noContest)
    const answer = await showAttempt(deps, open, question)
    return answer.status === 303 ? toRedirect(answer) : asPage(answer)
  }),

  handle(routes.submitAnswerForm, async (request) => {
    const open = await openContest(deps, toSiteRequest(request, '/attempt'))
    if (!open) return asPage(noContest)
    requireForm(request.headers['content-type'])
    return toRedirect(await answerFromForm(deps, open, request.body))
  }),

  handle(routes.submitSheetForm, async (request) => {
    const open = await openContest(deps, toSiteRequest(request, '/attempt'))
    if (!open) return asPage(noContest)
    return toRedirect(await submitFromForm(deps, open))
  }),
]

type PageRequest = {
  params: { contestId: string }
  query: { language?: string | undefined }
  headers: IncomingHttpHeaders
  cookies: Readonly<Record<string, string>>
}

const toSiteRequest = (
  { params, query, headers, cookies }: PageRequest,
  path: string,
  kept: Record<string, string | undefined> = {},
): SiteRequest => ({
  contestId: params.contestId,
  language: query.language,
  headers,
  cookies,
  here: { path, query: kept },
})
