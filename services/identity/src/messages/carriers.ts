import type { Secret } from '@wp/config'
import type { Carrier } from './mailbox.ts'

const sendingMs = 10_000

/** Mail over SMTP, by an address such as `smtps://user:password@host:465`. */
export const smtpCarrier = (url: Secret, from: string): Carrier => {
  const opened = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url: url.reveal(), connectionTimeout: sendingMs, socketTimeout: sendingMs }),
  )
  return async ({ to, subject, text }) => {
    await (await opened).sendMail({ from, to, subject: subject ?? '', text })
  }
}

/** SMS over Twilio's HTTP API. */
export const twilioCarrier = (settings: {
  apiUrl: string
  accountSid: string
  authToken: Secret
  from: string
}): Carrier => {
  const url = new URL(
    `/2010-04-01/Accounts/${encodeURIComponent(settings.accountSid)}/Messages.json`,
    settings.apiUrl,
  )
  return async ({ to, text }) => {
    const credentials = Buffer.from(`${settings.accountSid}:${settings.authToken.reveal()}`).toString(
      'base64',
    )
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ To: to, From: settings.from, Body: text }),
      signal: AbortSignal.timeout(sendingMs),
      redirect: 'error',
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`The SMS provider answered ${answer.status}`)
  }
}
