import { directionOf, textsFor } from '@wp/texts'
import { Html, html } from './html.ts'
import { content, reply } from './reply.ts'

/** Content-Security-Policy for printable pages, which only allows inline styles and images of the same origin. */
const policy = "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'"

/**
 * The paper of a page: A4 with a footer and page numbers on every sheet, or an 80 mm roll. CSS cannot express the
 * length of a roll's page, so the caller estimates it: what does not fit continues on a second page.
 */
type Paper = { size: 'a4'; footer: string } | { size: '80mm'; lengthMm: number }

type PrintPage = { language: string; title: string; paper: Paper; style: readonly Html[]; body: Html }

/**
 * On a screen, a page looks like a sheet of its paper. Columns of amounts are as narrow as possible and aligned to the
 * right in every language, so that their decimal places are below each other.
 */
const sheetStyle = new Html(`
:root { --ink: #16181d; --quiet: #5b616b; --rule: #cfd3d9; color: var(--ink); -webkit-print-color-adjust: exact; print-color-adjust: exact;
  font: 10pt/1.45 system-ui, "Noto Sans", "Noto Sans Arabic", "Noto Naskh Arabic", sans-serif; font-variant-numeric: tabular-nums lining-nums }
* { box-sizing: border-box }
body { margin: 0 }
h1, h2, p, dl, dd { margin: 0 }
table { width: 100%; border-collapse: collapse } thead { display: table-header-group }
th, td { text-align: start; vertical-align: top; font-weight: inherit } .amount { text-align: right; white-space: nowrap; width: 1% }
.quiet { color: var(--quiet) } .stamp { border: 2px solid; text-align: center; font-size: 1.2em; font-weight: bold; padding: 1mm 2mm; margin: 4mm 0 } .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
tr, .whole { break-inside: avoid }
@media screen { :root { background: #edeef0 } body { margin: 8mm auto; background: #fff; box-shadow: 0 2mm 8mm #0003 } }`)

/** Returns a 200 reply with a self-contained printable page in the text direction of its language. */
export const printReply = ({ language, title, paper, style, body }: PrintPage) =>
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
              ${sheetStyle} ${toPaperStyle(paper, language)} ${style}
            </style>
          </head>
          <body>
            ${body}
          </body>
        </html> `.text,
    ),
    { headers: { 'content-security-policy': policy } },
  )

const toPaperStyle = (paper: Paper, language: string): Html => {
  if (paper.size === '80mm')
    return new Html(`
@page { size: 80mm ${Math.ceil(paper.lengthMm)}mm; margin: 4mm 5mm }
@media screen { body { width: min(80mm, 100%); padding: 6mm 5mm } }`)
  const [start, end] = directionOf(language) === 'rtl' ? ['right', 'left'] : ['left', 'right']
  const font = 'font-size: 8pt; color: #5b616b'
  return new Html(`
@page { size: A4; margin: 15mm 16mm 20mm;
  @bottom-${start} { content: ${cssString(paper.footer)}; ${font} }
  @bottom-${end} { content: ${toPageNumber(language)}; ${font} } }
@media screen { body { width: min(210mm, 100%); min-height: 297mm; padding: 15mm 16mm } }
.top { display: flex; justify-content: space-between; gap: 8mm; border-bottom: 2px solid var(--brand); padding-bottom: 5mm }
.title { flex: none; text-align: end } .title h2 { font-size: 17pt; line-height: 1.2 }
.signature { border-top: 1px solid; width: 70mm; margin: 22mm 0 0; margin-inline-start: auto; padding-top: 1.5mm; text-align: center; font-size: 9pt; color: var(--quiet) }`)
}

/** Returns "Page 1 of 2" as CSS content, in the digits of the language. */
const toPageNumber = (language: string): string => {
  const { numberingSystem } = new Intl.NumberFormat(language).resolvedOptions()
  const digits = numberingSystem === 'arab' ? 'arabic-indic' : 'decimal'
  return textsFor(language)
    .document.page.split(/\{(page|pages)\}/)
    .map((part, at) => (at % 2 === 1 ? `counter(${part}, ${digits})` : cssString(part)))
    .join(' ')
}

/** Quotes a text for CSS inside a style element: escapes everything but letters, digits and spaces. */
const cssString = (text: string): string =>
  `"${text.replaceAll(/[^\p{L}\p{M}\p{N} ]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `)}"`
