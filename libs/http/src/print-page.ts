import { z } from 'zod'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { content, reply } from './reply.ts'

/** The languages that pages to print are written in. */
export const PrintLanguage = z.enum(['en', 'ar'])
export type PrintLanguage = z.output<typeof PrintLanguage>

/** The language asked for, else that of the workspace, else English. */
export const toPrintLanguage = (asked: PrintLanguage | undefined, locale: string): PrintLanguage =>
  asked ?? (/^ar\b/i.test(locale) ? 'ar' : 'en')

/** What the page may do: show itself, nothing else. */
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'"

type PrintPage = { language: PrintLanguage; title: string; style: Html; body: Html }

/** A page to print, whole in itself, in the direction of its language; 200 with the headers that go with it. */
export const printReply = ({ language, title, style, body }: PrintPage) =>
  reply(
    200,
    content(
      'text/html; charset=utf-8',
      html`<!doctype html>
        <html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
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

/** A row of texts. */
export const tableRow = (...texts: readonly (string | Html)[]): Html =>
  html`<tr>
    ${texts.map((text) => html`<td>${text}</td>`)}
  </tr>`
