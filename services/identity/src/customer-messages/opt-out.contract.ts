import { defineRoute, ErrorEnvelope, open, raw } from '@wp/http'

const html = raw('text/html')
const refusal = [ErrorEnvelope, html] as const
const path = '/public/message-opt-outs/:token'
const tag = 'Messages to customers'

export const getOptOut = defineRoute({
  id: 'getOptOut',
  method: 'GET',
  path,
  summary: 'Get the page to stop messages',
  description:
    'The link is at the end of every email to a customer. Opening it changes nothing; the page has a button to stop the messages of the business, or to receive them again.',
  tag,
  access: open(),
  replies: { 200: html, 404: refusal },
  fails: [],
})

export const setOptOut = defineRoute({
  id: 'setOptOut',
  method: 'POST',
  path,
  summary: 'Stop or resume messages',
  description:
    'Accepts a form. Email clients send `List-Unsubscribe=One-Click` (RFC 8058), which stops the messages of the business to this recipient; `choice=resume` resumes them.',
  tag,
  access: open(),
  rawBody: true,
  bodyLimit: 4096,
  replies: { 200: html, 404: refusal },
  fails: [],
})
