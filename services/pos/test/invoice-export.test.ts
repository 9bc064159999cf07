import { openTestDatabase } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { invoiceCollection } from '../src/invoices/invoice.store.ts'
import { newFinalizedInvoice, newInvoice, newTill, textOf } from './till.ts'

const headers = { accept: 'text/csv' }

describe('GET /workspace/:workspaceId/pos/invoices as text/csv', () => {
  it("returns invoices as CSV, newest first, with the list's filters applied and quotes escaped", async () => {
    const till = await newTill()
    const { id } = await newFinalizedInvoice(till, {
      items: [{ name: '=HYPERLINK("http://evil.example")', quantity: 1, unitPrice: 12.5 }],
    })
    await till.api.payInvoice({ params: { invoiceId: id }, body: { method: 'card', amount: 12.5 } })
    const draft = await newInvoice(till, { items: [{ name: 'Vase, "blue"', quantity: 2, unitPrice: 3 }] })
    const reply = await till.api.listInvoices({ headers })
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(reply.headers.get('content-disposition')).toContain('invoices.csv')
    const lines = textOf(reply).trimEnd().split('\r\n')
    expect(lines[0]).toBe(
      'id,number,status,createdAt,finalizedAt,voidedAt,sessionId,clientId,clientName,items,currencyCode,subtotal,discount,total,paidAmount,refundedAmount,tax',
    )
    expect(lines[1]).toBe(
      `${draft.id},,draft,${draft.createdAt},,,${till.sessionId},,,"2 x Vase, ""blue""",USD,6,0,6,0,0,0`,
    )
    expect(lines[2]).toContain(`${id},1,paid,`)
    expect(lines[2]).toContain('"1 x =HYPERLINK(""http://evil.example"")",USD,12.5,0,12.5,12.5,0,0')
    const paid = await till.api.listInvoices({ query: { status: 'paid', limit: '1' }, headers })
    expect(textOf(paid).trimEnd().split('\r\n')).toHaveLength(2)
  })

  it('exports each invoice once when there are several batches', async () => {
    const till = await newTill()
    const { id } = await newInvoice(till)
    const db = await openTestDatabase('wp_pos', { collections: [invoiceCollection] })
    try {
      const invoices = db.tenant(invoiceCollection)(till.workspaceId)
      const { id: _, createdAt, updatedAt: __, ...record } = await invoices.get({ id })
      // All invoices have the same creation time, so only the id determines where a batch ends.
      const records = Array.from({ length: 450 }, () => ({ ...record, createdAt }))
      await invoices.insertMany(records)
    } finally {
      await db.close()
    }
    const table = textOf(await till.api.listInvoices({ headers }))
    const ids = table
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0])
    expect(new Set(ids).size).toBe(451)
    expect(ids).toHaveLength(451)
    expect(ids).toContain(id)
  })
})
