import type { ConfigOf, Secret } from '@wp/config'
import { z } from 'zod'
import type { identityConfig } from '../config.ts'

/** Sends a message; throws when the provider does not accept it. */
export type MessageTransport = (message: {
  to: string
  subject: string | null
  text: string
}) => Promise<void>

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
  return async ({ to, subject, text }) => {
    await (await transport).sendMail({ from, to, subject: subject ?? '', text })
  }
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
