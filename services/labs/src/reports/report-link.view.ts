import { content, html, reply } from '@wp/http'
import type { Html } from '@wp/http'
import { directionOf, textsFor } from '@wp/texts'

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
              input,
              button {
                font: inherit;
                padding: 0.5em;
              }
            </style>
          </head>
          <body>
            <h1>${title}</h1>
            ${body}
          </body>
        </html> `.text,
    ),
    // The token in the address must not reach other sites.
    { headers: { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' } },
  )

/** Asks for the date of birth; `isWrong` is set after a wrong date. */
export const toDateOfBirthPage = <const Status extends 200 | 422>(status: Status, language: string) => {
  const { reportLink: text, report } = textsFor(language)
  return toPage(
    status,
    language,
    text.open,
    html`<p>${status === 422 ? text.wrong : text.ask}</p>
      <form method="post">
        <label>${report.dateOfBirth} <input type="date" name="dateOfBirth" required /></label>
        <button>${text.show}</button>
      </form>`,
  )
}

export const toLinkGonePage = (language = 'en') => {
  const text = textsFor(language).reportLink
  return toPage(404, language, text.gone, html`<p>${text.goneHint}</p>`)
}
