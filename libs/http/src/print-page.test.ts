import { describe, expect, it } from 'vitest'
import { Html, html } from './html.ts'
import { printReply } from './print-page.ts'

type Paper = Parameters<typeof printReply>[0]['paper']

const pageOf = (paper: Paper, language = 'en'): string => {
  const reply = printReply({
    language,
    title: 'Receipt <1>',
    paper,
    style: [new Html('p { margin: 0 }')],
    body: html`<p>Paid</p>`,
  })
  expect(reply.headers).toEqual({
    'content-security-policy': expect.stringContaining("sandbox; default-src 'none'; img-src 'self'"),
  })
  return reply.body.data as string
}

describe('printReply', () => {
  it('prints A4 pages with a footer and page numbers, mirrored for right-to-left languages', () => {
    const english = pageOf({ size: 'a4', footer: 'Nour' })
    expect(english).toContain('size: A4')
    expect(english).toContain('@bottom-left { content: "Nour"')
    expect(english).toContain('"Page " counter(page, decimal) " of " counter(pages, decimal) ""')
    expect(english).toContain('<title>Receipt &lt;1&gt;</title>')
    const arabic = pageOf({ size: 'a4', footer: 'نور' }, 'ar')
    expect(arabic).toContain('<html lang="ar" dir="rtl">')
    expect(arabic).toContain('@bottom-right { content: "نور"')
  })

  it('escapes a footer for CSS and HTML', () => {
    const page = pageOf({ size: 'a4', footer: '"; } </style><script>\\n' })
    expect(page).toContain('content: "\\22 \\3b  \\7d  \\3c \\2f style\\3e \\3c script\\3e \\5c n"')
    expect(page.match(/<\/style>/g)).toHaveLength(1)
  })

  it('prints a roll as one page of the given length', () => {
    const page = pageOf({ size: '80mm', lengthMm: 120.2 })
    expect(page).toContain('size: 80mm 121mm')
    expect(page).not.toContain('counter(')
  })
})
