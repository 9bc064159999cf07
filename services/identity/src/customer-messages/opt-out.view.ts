import { content, html, reply } from '@wp/http'
import type { Html } from '@wp/http'
import { directionOf, fillText, textsFor } from '@wp/texts'

/** The button submits a form; nothing else may load. */
const policy =
  "sandbox allow-forms; default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'"

const toPage = <const Status extends number>(status: Status, language: string, title: string, body: Html) =>
  reply(
    status,
    content(
      'text/html; charset=utf-8',
      html`<!doctype html>
        <html lang="${language}" dir="${directionOf(language)}">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width" />
            <title>${title}</title>
            <style>
              body {
                font:
                  16px/1.5 system-ui,
                  sans-serif;
                max-width: 32em;
                margin: 3em auto;
                padding: 0 1em;
              }
              button {
                font: inherit;
                padding: 0.5em 1em;
              }
            </style>
          </head>
          <body>
            <h1>${title}</h1>
            ${body}
          </body>
        </html> `.text,
    ),
    { headers: { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' } },
  )

type Choice = { business: string; address: string; isOptedOut: boolean }

export const toOptOutPage = ({ business, address, isOptedOut }: Choice, language: string) => {
  const text = textsFor(language).optOut
  const values = { business, address: maskAddress(address) }
  return toPage(
    200,
    language,
    fillText(text.title, values),
    html`<p>${fillText(isOptedOut ? text.stopped : text.receives, values)}</p>
      <form method="post">
        <button name="choice" value="${isOptedOut ? 'resume' : 'stop'}">
          ${isOptedOut ? text.resume : text.stop}
        </button>
      </form>`,
  )
}

export const toInvalidLinkPage = () => {
  const { invalid, invalidHint } = textsFor('en').optOut
  return toPage(404, 'en', invalid, html`<p>${invalidHint}</p>`)
}

/** Hides most of an address, because the link may have been forwarded. */
const maskAddress = (address: string): string =>
  address.includes('@')
    ? address.replace(/^(.)[^@]*/, '$1***')
    : `${address.slice(0, 3)}***${address.slice(-2)}`
