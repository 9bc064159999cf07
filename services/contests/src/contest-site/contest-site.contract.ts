import { defineRoute, ErrorEnvelope, open, raw } from '@wp/http'
import { z } from 'zod'

const html = raw('text/html')
/** These routes return HTML pages. Requests rejected before they reach a page get the usual JSON error response. */
const refusal = [ErrorEnvelope, html] as const
const path = '/contests/:contestId'
const tag = 'Contest pages'
const shared = {
  root: true,
  host: 'workspace-domain',
  tag,
  access: open(),
  params: z.object({ contestId: z.string().max(100) }),
} as const
const form = { rawBody: true, bodyLimit: 16 * 1024 } as const

/** Any other value is ignored, without an error. */
const choice = z.string().max(100).optional().catch(undefined)
const inLanguage = { language: choice.describe("Defaults to the visitor's language (`Accept-Language`)") }

export const getContestSite = defineRoute({
  id: 'getContestSite',
  method: 'GET',
  path,
  ...shared,
  summary: 'Get the page of a contest',
  description:
    'Returns an HTML page with the participation form, the remaining time and, if the owner allows it, the leaderboard. Drafts have no page.',
  query: z.object(inLanguage),
  replies: { 200: html, 404: refusal },
  fails: [400],
})

export const getContestSiteStyle = defineRoute({
  id: 'getContestSiteStyle',
  method: 'GET',
  path: `${path}/style.css`,
  ...shared,
  summary: 'Get the style sheet for contest pages',
  etag: true,
  cache: 'public, max-age=300',
  replies: { 200: raw('text/css') },
  fails: [400, 404],
})

export const getContestSiteScript = defineRoute({
  id: 'getContestSiteScript',
  method: 'GET',
  path: `${path}/script.js`,
  ...shared,
  summary: 'Get the script for contest pages',
  description: 'The pages also work without it.',
  etag: true,
  cache: 'public, max-age=300',
  replies: { 200: raw('text/javascript') },
  fails: [400],
})

export const submitStartForm = defineRoute({
  id: 'submitStartForm',
  method: 'POST',
  path: `${path}/attempts`,
  ...shared,
  ...form,
  rate: 'attempt',
  summary: 'Submit the form that starts an attempt',
  description:
    "Accepts `application/x-www-form-urlencoded` and redirects to the first question. The attempt's token is stored in the cookie `wp_attempt`, which is only sent to the pages of this contest. The hidden field `key` ensures that submitting the form twice starts only one attempt.",
  query: z.object(inLanguage),
  replies: { 303: null, 404: refusal, 422: refusal },
  fails: [400],
})

export const getAttemptSite = defineRoute({
  id: 'getAttemptSite',
  method: 'GET',
  path: `${path}/attempt`,
  ...shared,
  summary: "Get the page of the visitor's attempt",
  description:
    'Returns an HTML page with a question, or with the result of a submitted attempt. Redirects to the contest without the cookie of an attempt.',
  query: z.object({
    question: choice.describe('The number of the question, from 1, or `review`'),
    ...inLanguage,
  }),
  replies: { 200: html, 303: null, 404: refusal },
  fails: [400],
})

export const submitAnswerForm = defineRoute({
  id: 'submitAnswerForm',
  method: 'POST',
  path: `${path}/attempt/answers`,
  ...shared,
  ...form,
  summary: 'Submit the answer to a question',
  description:
    'Accepts `application/x-www-form-urlencoded` with `questionId`, `optionId` and the question to show next, and redirects to it. Without `optionId`, nothing is saved.',
  query: z.object(inLanguage),
  replies: { 303: null, 404: refusal },
  fails: [400],
})

export const submitSheetForm = defineRoute({
  id: 'submitSheetForm',
  method: 'POST',
  path: `${path}/attempt/submit`,
  ...shared,
  ...form,
  summary: 'Submit the form that ends an attempt',
  description: 'Redirects to the result. Submitting it again changes nothing.',
  query: z.object(inLanguage),
  replies: { 303: null, 404: refusal },
  fails: [400],
})
