import { directionOf } from '@wp/texts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { content, reply } from './reply.ts'

/** Content-Security-Policy for printable pages, which only allows inline styles. */
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'"

type PrintPage = { language: string; title: string; style: Html; body: Html }

/** Returns a 200 reply with a self-contained printable page in the text direction of its language. */
export const printReply = ({ language, title, style, body }: PrintPage) =>
  reply(
    200,
    content(
      'text/html; charset=utf-8',
      html`<!doctype html>
        <html lang="${language}" dir="${directionOf(language)}">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width" />
            <title>${title}</title>
            <style>
              ${style}
            </style>
          </head>
          <body>
            ${body}
          </body>
        </html> `.text,
    ),
    { headers: { 'content-security-policy': policy } },
  )

/** Returns a table row with one cell per text. */
export const tableRow = (...texts: readonly (string | Html)[]): Html =>
  html`<tr>
    ${texts.map((text) => html`<td>${text}</td>`)}
  </tr>`
