import { html } from '@wp/http'
import { directionOf, fillText, textsFor } from '@wp/texts'
import { imageUrl } from '@wp/workspaces'
import type { PublicBusiness } from '@wp/workspaces'
import type { TemplateText } from './message-template.contract.ts'
import { toPlainName } from '../messages/mail.rules.ts'
import { toHtml } from './message-html.view.ts'
import { toPlainText, toSubject } from './message-text.rules.ts'
import type { MessageValues } from './message-text.rules.ts'

type Frame = { business: PublicBusiness; language: string; publicUrl: string; optOutUrl: string }

type ComposedMail = { subject: string; text: string; html: string }

/** Writes an email in plain text and HTML, with the business's logo, name and color and the link to stop messages. */
export const toCustomerMail = (
  { subject, body }: Pick<TemplateText, 'subject' | 'body'>,
  values: MessageValues,
  { business, language, publicUrl, optOutUrl }: Frame,
): ComposedMail => {
  const name = toPlainName(business.name ?? '')
  const texts = textsFor(language)
  const optOut = fillText(texts.messages.optOut, { business: name || texts.business.unnamed })
  const color = business.brandColor ?? '#222222'
  const filledSubject = toSubject(subject, values)
  return {
    subject: filledSubject,
    text: `${toPlainText(body, values)}\n\n-- \n${optOut}\n${texts.messages.optOutAction}\n${optOutUrl}\n`,
    html: html`<!doctype html>
      <html lang="${language}" dir="${directionOf(language)}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>${filledSubject}</title>
        </head>
        <body style="margin:0;background:#f4f4f4;color:#111">
          <div
            style="max-width:560px;margin:0 auto;background:#fff;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Arial,sans-serif"
          >
            <div
              style="padding:16px 24px;background:${color};color:${textColorOn(color)};font-size:18px;font-weight:bold"
            >
              ${
                business.logoImageId &&
                html`<img
                  src="${publicUrl}${imageUrl(business.logoImageId, 320)}"
                  alt=""
                  height="40"
                  style="vertical-align:middle;margin-inline-end:12px"
                />`
              }<bdi>${name}</bdi>
            </div>
            <div style="padding:24px 24px 8px">${toHtml(body, values)}</div>
            <div style="padding:16px 24px;border-top:1px solid #ddd;color:#666;font-size:13px">
              ${optOut}<br /><a href="${optOutUrl}" style="color:#666">${texts.messages.optOutAction}</a>
            </div>
          </div>
        </body>
      </html> `.text,
  }
}

/** Returns black or white, whichever is easier to read on the color (WCAG relative luminance). */
export const textColorOn = (color: string): '#000000' | '#ffffff' => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.179 ? '#000000' : '#ffffff'
}
