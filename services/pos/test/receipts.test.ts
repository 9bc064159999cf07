import * as identity from '@wp/identity/contract'
import { describe, expect, it } from 'vitest'
import { newFinalizedInvoice, newInvoice, newTill, textOf, unknownId } from './till.ts'

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const items = [{ name: 'Vase <b>"blue"</b>', quantity: 1.5, unitPrice: 10.125 }]

/** Creates a receipt for 15.188 KWD minus 10 %, with a cash payment of 20 and a refund of 1. */
const newReceipt = async (locale: 'en' | 'ar' = 'en') => {
  const till = await newTill({ settings: { currencyCode: 'KWD', timeZone: 'Asia/Kuwait', locale } })
  await till.use(identity).updateWorkspace({ name: 'متجر <i>' })
  const { id } = await newInvoice(till, { items })
  const params = { invoiceId: id }
  const reason = '<script>alert(1)</script>'
  await till.api.addInvoiceDiscount({ params, body: { kind: 'percentage', value: 10, reason } })
  await till.api.finalizeInvoice({ params })
  await till.api.payInvoice({ params, body: { method: 'cash', amount: 20 } })
  await till.api.refundInvoice({ params, body: { method: 'card', amount: 1, reason: 'Broken' } })
  // pos receives the name in an event.
  await expect
    .poll(async () => (await till.api.getReceipt({ params })).body.receipt.business.name)
    .toBe('متجر <i>')
  return { till, params }
}

describe('GET /workspace/:workspaceId/pos/invoices/:invoiceId/receipt', () => {
  it('returns items, discounts, payments and refunds', async () => {
    const { till, params } = await newReceipt()
    const { status, body } = await till.api.getReceipt({ params })
    expect(status).toBe(200)
    expect(body.receipt).toMatchObject({
      invoiceId: params.invoiceId,
      number: 1,
      status: 'paid',
      clientName: null,
      currencyCode: 'KWD',
      items: [{ name: items[0]!.name, quantity: 1.5, unitPrice: 10.125, total: 15.188, tax: null }],
      discounts: [{ kind: 'percentage', value: 10, amount: 1.519, source: 'manual' }],
      subtotal: 15.188,
      total: 13.669,
      payments: [{ method: 'cash', amount: 20, change: 6.331 }],
      refunds: [{ method: 'card', amount: 1, reason: 'Broken' }],
      paidAmount: 13.669,
      refundedAmount: 1,
    })
  })

  it("shows the details of the business in every language and never the owner's login email", async () => {
    const { till, params } = await newReceipt()
    const before = await till.api.getReceipt({ params })
    expect(before.body).toMatchObject({
      receipt: { business: { name: 'متجر <i>', email: null, phone: null } },
    })
    const { body } = await till.use(identity).updateWorkspace({
      business: {
        displayName: 'Nour & Co',
        legalName: 'Nour Trading LLC',
        email: 'hello@nour.example',
        phone: '+96522000000',
        address: { line1: 'Salem Al Mubarak St', city: 'Kuwait City', countryCode: 'KW' },
        taxNumber: 'KW-123',
      },
      languages: ['fr', 'ar'],
    })
    const page = async (language?: string) =>
      textOf(await till.api.getReceipt({ params, query: { language }, headers: html }))
    await expect.poll(() => page()).toContain('<html lang="fr" dir="ltr">')
    const french = await page()
    for (const text of ['Nour &amp; Co', 'Nour Trading LLC', 'hello@nour.example', 'Koweït', 'Numéro fiscal'])
      expect(french).toContain(text)
    expect(french).not.toContain(body.workspace.email)
    expect(await page('de')).toContain('<title>Quittung Nr. 1</title>')
    expect(await page('es')).toContain('<title>Recibo N.º 1</title>')
    expect(await page('ar')).toContain('الكويت')
  })

  it('returns a printable page in English or Arabic and escapes HTML', async () => {
    const { till, params } = await newReceipt()
    const page = async (language?: 'en' | 'ar') => {
      const reply = await till.api.getReceipt({ params, query: { language }, headers: html })
      expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(reply.headers.get('vary')).toContain('Accept')
      return textOf(reply)
    }
    const english = await page()
    expect(english).toContain('<html lang="en" dir="ltr">')
    expect(english).toContain('<title>Receipt No. 1</title>')
    expect(english).toMatch(/KWD\s13\.669/)
    expect(english).toContain('Vase &lt;b&gt;&quot;blue&quot;&lt;/b&gt;')
    expect(english).not.toMatch(/<script|<i>|<b>"/)
    const arabic = await page('ar')
    expect(arabic).toContain('<html lang="ar" dir="rtl">')
    expect(arabic).toContain('إيصال')
    expect(arabic).toContain('نقدًا')
  })

  it('never shows negative change, and isolates numbers from the text direction', async () => {
    const { till, params } = await newReceipt()
    for (const paper of ['80mm', 'a4'] as const) {
      const reply = await till.api.getReceipt({ params, query: { paper }, headers: html })
      const page = textOf(reply).replaceAll(/\s+/g, ' ')
      expect(page).toMatch(
        /<td>Change<\/td> (?:<td class="code"><\/td> )?<td class="amount"><bdi>6\.331<\/bdi>/,
      )
      expect(page).toContain('<td class="amount"><bdi>-1.519</bdi></td>')
      expect(page).toContain('<td class="amount"><bdi>15.188</bdi></td>')
      expect(page).toContain('Refund (Card): <bdi>Broken</bdi>')
    }
  })

  it('prints on a roll, or on A4 with page numbers and a signature line', async () => {
    const { till, params } = await newReceipt()
    const page = async (paper?: '80mm' | 'a4') =>
      textOf(await till.api.getReceipt({ params, query: { paper }, headers: html })).replaceAll(/\s+/g, ' ')
    const roll = await page()
    expect(roll).toMatch(/@page \{ size: 80mm \d+mm/)
    expect(roll).toContain('<small><bdi>1.5</bdi> × <bdi>10.125</bdi></small>')
    expect(roll).not.toContain('Signature')
    expect(await page('80mm')).toBe(roll)
    const sheet = await page('a4')
    expect(sheet).toContain('@page { size: A4')
    expect(sheet).toContain('counter(pages')
    expect(sheet).toContain('<p class="signature">Signature</p>')
    expect(sheet).not.toMatch(/<script|<i>|<b>"/)
    expect(await till.api.getReceipt.raw({ params, query: { paper: 'a5' } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
  })

  it('shows the brand color and the first letter of the name until there is a logo', async () => {
    const { till, params } = await newReceipt()
    await till.use(identity).updateWorkspace({ business: { displayName: 'nour', brandColor: '#7b2d8e' } })
    const page = async () => textOf(await till.api.getReceipt({ params, headers: html }))
    await expect.poll(page).toContain('--brand: #7b2d8e')
    expect(await page()).toContain('<span class="mark" aria-hidden="true">N</span>')
  })

  it("uses the members' language when the workspace has set no languages", async () => {
    const { till, params } = await newReceipt('ar')
    const reply = await till.api.getReceipt({ params, headers: html })
    expect(textOf(reply)).toContain('dir="rtl"')
  })

  it('shows the amount due until the invoice is voided', async () => {
    const till = await newTill()
    const { id } = await newFinalizedInvoice(till)
    const params = { invoiceId: id }
    expect((await till.api.getReceipt({ params })).body).toMatchObject({ receipt: { dueAmount: 25 } })
    expect(textOf(await till.api.getReceipt({ params, headers: html }))).toContain('Amount due')
    await till.api.voidInvoice({ params })
    expect(textOf(await till.api.getReceipt({ params, headers: html }))).toContain('Void')
    expect((await till.api.getReceipt({ params })).body).toMatchObject({ receipt: { dueAmount: 0 } })
  })

  it('returns 422 for a draft, 404 for an unknown invoice and 400 for an unsupported language', async () => {
    const till = await newTill()
    const draft = await newInvoice(till)
    const params = { invoiceId: draft.id }
    expect(await till.api.getReceipt({ params })).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
    expect(await till.api.getReceipt({ params: { invoiceId: unknownId } })).toFailWith(404, 'NOT_FOUND')
    expect(await till.api.getReceipt.raw({ params, query: { language: 'tlh' } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
  })
})
