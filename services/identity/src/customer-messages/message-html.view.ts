import { html } from '@wp/http'
import type { Html } from '@wp/http'
import { linesOf } from './message-text.rules.ts'
import type { MessagePart, MessageValues } from './message-text.rules.ts'

/** Fills a text for the HTML version of an email. Everything is escaped; an empty line starts a paragraph. */
export const toHtml = (text: string, values: MessageValues): Html => {
  const paragraphs: MessagePart[][][] = [[]]
  for (const line of linesOf(text, values))
    if (line.length === 1 && line[0] === '') paragraphs.push([])
    else paragraphs.at(-1)!.push(line)
  return html`${paragraphs
    .filter((lines) => lines.length > 0)
    .map(
      (lines) =>
        html`<div style="margin:0 0 16px">
          ${lines.map((parts, at) => html`${at > 0 && html`<br />`}${parts.map(partHtml)}`)}
        </div> `,
    )}`
}

const partHtml = (part: MessagePart): Html => {
  if (typeof part === 'string') return html`${part}`
  const { value } = part
  // In a right-to-left text, the plus sign would move to the end of a phone number.
  if (typeof value === 'string' && /^\+[\d ().-]+$/.test(value)) return html`<bdi dir="ltr">${value}</bdi>`
  if (typeof value === 'string')
    return html`<bdi>${value.split('\n').map((line, at) => html`${at > 0 && html`<br />`}${line}`)}</bdi>`
  if ('unknown' in value) return html`${value.unknown}`
  if ('url' in value)
    return html`<a href="${value.url}" dir="ltr" style="word-break:break-all">${value.url}</a>`
  return html`<table role="presentation" width="100%" style="border-collapse:collapse">
    ${value.rows.map(
      ([label, amount]) =>
        html`<tr>
          <td style="padding:4px 0;border-bottom:1px solid #ddd"><bdi>${label}</bdi></td>
          <td style="padding:4px 0;border-bottom:1px solid #ddd;text-align:end;white-space:nowrap">
            <bdi>${amount}</bdi>
          </td>
        </tr>`,
    )}
  </table>`
}
