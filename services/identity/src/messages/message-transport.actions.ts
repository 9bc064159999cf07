import type { ConfigOf, Secret } from '@wp/config'
import { z } from 'zod'
import type { identityConfig } from '../config.ts'

export type OutgoingMessage = {
  id: string
  to: string
  subject: string | null
  text: string
  /** The next four fields are for emails to customers. */
  html?: string | null
  fromName?: string | null
  replyTo?: string | null
  unsubscribeUrl?: string | null
}

/** Sends a message; throws when the provider does not accept it, and RecipientRejected when it never will. */
export type MessageTransport = (message: OutgoingMessage) => Promise<void>

/** The mail server permanently rejected the address. */
export class RecipientRejected extends Error {}

/** Null when no provider is configured for the channel. */
export type MessageTransports = { email: MessageTransport | null; sms: MessageTransport | null }

export const openTransports = (
  config: ConfigOf<typeof identityConfig>,
  timeoutMs = 10_000,
): MessageTransports => {
  const { smtpUrl, mailFrom, twilioAccountSid, twilioAuthToken, twilioFrom, twilioApiUrl } = config
  return {
    email: smtpUrl ? smtpTransport(smtpUrl, mailFrom, timeoutMs) : null,
    sms:
      twilioAccountSid && twilioAuthToken && twilioFrom
        ? twilioTransport({
            apiUrl: twilioApiUrl,
            accountSid: twilioAccountSid,
            authToken: twilioAuthToken,
            from: twilioFrom,
            timeoutMs,
          })
        : null,
  }
}

const smtpTransport = (url: Secret, from: string, timeoutMs: number): MessageTransport => {
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({
      url: url.reveal(),
      dnsTimeout: timeoutMs,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    }),
  )
  const address = /<([^<>]+)>/.exec(from)?.[1] ?? from
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return async ({ id, to, subject, text, html, fromName, replyTo, unsubscribeUrl }) => {
    const mail = {
      from: fromName ? { name: fromName, address } : from,
      to: { name: '', address: to },
      subject: subject ?? '',
      text,
      // The same for every attempt, so that email clients show an email only once even if it is sent twice.
      messageId: `<${id}@${domain}>`,
      ...(html && { html }),
      ...(replyTo && { replyTo: { name: fromName ?? '', address: replyTo } }),
      ...(unsubscribeUrl && { headers: unsubscribeHeaders(unsubscribeUrl) }),
    }
    await (await transport).sendMail(mail).catch((error: unknown) => {
      throw isRejection(error)
        ? new RecipientRejected('The mail server rejected the address', { cause: error })
        : error
    })
  }
}

/** RFC 2369 and RFC 8058: email clients show a button that stops the messages. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'Auto-Submitted': 'auto-generated',
})

/** Other permanent errors, such as a wrong password for the mail server, do not concern the address. */
const isRejection = (error: unknown): boolean => {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown }
  return (
    command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  )
}

const SmsReply = z.object({ status: z.string().nullish(), error_code: z.number().nullish() })
const failedStatuses = ['failed', 'undelivered', 'canceled']

/** Returns whether the provider's reply reports an error. A reply that cannot be read reports none. */
const hasFailed = (text: string): boolean => {
  try {
    const { status, error_code: code } = SmsReply.parse(JSON.parse(text))
    return Boolean(code) || failedStatuses.includes(status ?? '')
  } catch {
    return false
  }
}

const twilioTransport = (settings: {
  apiUrl: string
  accountSid: string
  authToken: Secret
  from: string
  timeoutMs: number
}): MessageTransport => {
  const url = new URL(
    `/2010-04-01/Accounts/${encodeURIComponent(settings.accountSid)}/Messages.json`,
    settings.apiUrl,
  )
  return async ({ to, text }) => {
    const credentials = Buffer.from(`${settings.accountSid}:${settings.authToken.reveal()}`).toString(
      'base64',
    )
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ To: to, From: settings.from, Body: text }),
      signal: AbortSignal.timeout(settings.timeoutMs),
      redirect: 'error',
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(`The SMS provider answered with status ${response.status}`)
    // A message that the provider accepted can already have failed.
    if (hasFailed(answer)) throw new Error('The SMS provider accepted the message but could not send it')
  }
}
