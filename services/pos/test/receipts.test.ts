import * as identity from '@wp/identity/contract'
import { describe, expect, test } from 'vitest'
import { newFinalInvoice, newInvoice, newTill, textOf, unknownId } from './till.ts'

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const items = [{ name: 'Vase <b>"blue"</b>', quantity: 1.5, unitPrice: 10.125 }]

/** 15.188 KWD less 10 %, paid with 20 in cash, 1 of it refunded. */
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
  return { till, params }
}

describe('a receipt', () => {
  test('says what was sold, taken off, paid and given back', async () => {
    const { till, params } = await newReceipt()
    const { status, body } = await till.api.getReceipt({ params })
    expect(status).toBe(200)
    expect(body.receipt).toMatchObject({
      invoiceId: params.invoiceId,
      number: 1,
      status: 'paid',
      clientName: null,
      currencyCode: 'KWD',
      items: [{ name: items[0]!.name, quantity: 1.5, unitPrice: 10.125, total: 15.188 }],
      discounts: [{ kind: 'percentage', value: 10, amount: 1.519 }],
      subtotal: 15.188,
      total: 13.669,
      payments: [{ method: 'cash', amount: 20, change: 6.331 }],
      refunds: [{ method: 'card', amount: 1, reason: 'Broken' }],
      paidAmount: 13.669,
      refundedAmount: 1,
    })
  })

  test('is a page to print, in English or Arabic, that shows text as text', async () => {
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
    expect(english).toContain('Receipt 1')
    expect(english).toMatch(/KWD\s13\.669/)
    expect(english).toContain('Vase &lt;b&gt;&quot;blue&quot;&lt;/b&gt;')
    expect(english).not.toMatch(/<script|<i>|<b>/)
    const arabic = await page('ar')
    expect(arabic).toContain('<html lang="ar" dir="rtl">')
    expect(arabic).toContain('إيصال')
    expect(arabic).toContain('نقدًا')
  })

  test("is in the workspace's language when none is asked for", async () => {
    const { till, params } = await newReceipt('ar')
    const reply = await till.api.getReceipt({ params, headers: html })
    expect(textOf(reply)).toContain('dir="rtl"')
  })

  test('of a void invoice says so, of an unpaid one what is left; a draft has none', async () => {
    const till = await newTill()
    const { id } = await newFinalInvoice(till)
    const params = { invoiceId: id }
    expect((await till.api.getReceipt({ params })).body).toMatchObject({ receipt: { dueAmount: 25 } })
    expect(textOf(await till.api.getReceipt({ params, headers: html }))).toContain('To be paid')
    await till.api.voidInvoice({ params })
    expect(textOf(await till.api.getReceipt({ params, headers: html }))).toContain('Void')
    const draft = await newInvoice(till)
    expect(await till.api.getReceipt({ params: { invoiceId: draft.id } })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'status' },
    )
    expect(await till.api.getReceipt({ params: { invoiceId: unknownId } })).toFailWith(404, 'NOT_FOUND')
    expect(await till.api.getReceipt.raw({ params, query: { language: 'fr' } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
  })
})
