import { newId } from '@wp/kernel'
import { openTestDatabase, uniqueName } from '@wp/testing'
import { expect, describe, it } from 'vitest'
import { invoiceCollection } from '../src/invoices/invoice.store.ts'
import type { InvoiceRecord } from '../src/invoices/invoice.types.ts'
import { backfillTaxEntries } from '../src/invoices/invoice-tax.actions.ts'
import { taxEntryCollection, taxEntryStore } from '../src/taxes/tax.store.ts'

const finalizedAt = new Date('2026-05-01T10:00:00Z')
const refundedAt = new Date('2026-05-02T10:00:00Z')
const voidedAt = new Date('2026-05-03T10:00:00Z')
const forever = { from: undefined, to: undefined }

const invoice = (changes: Partial<InvoiceRecord> = {}): Omit<InvoiceRecord, 'workspaceId'> => ({
  sessionId: null,
  clientId: null,
  clientName: null,
  reference: null,
  openReference: null,
  number: 1,
  status: 'finalized',
  version: 1,
  currencyCode: 'USD',
  items: [
    {
      id: newId(),
      productId: null,
      serviceId: null,
      name: 'Vase',
      quantity: 1,
      unitPrice: 30,
      totalMinor: 3000,
    },
  ],
  discounts: [],
  subtotalMinor: 3000,
  totalMinor: 3000,
  payments: [],
  refunds: [],
  paidMinor: 0,
  refundedMinor: 0,
  createdBy: newId(),
  finalizedAt,
  finalizedWith: null,
  voidedAt: null,
  attempt: 0,
  stockReference: null,
  stockStep: null,
  stockUntil: null,
  ...changes,
})

describe('backfillTaxEntries', () => {
  it('records finalized, refunded and voided invoices from older versions once, and no drafts', async () => {
    const db = await openTestDatabase(uniqueName('pos_'), {
      collections: [invoiceCollection, taxEntryCollection],
    })
    const workspaceId = newId()
    const invoices = db.tenant(invoiceCollection)(workspaceId)
    const refund = {
      id: newId(),
      method: 'cash' as const,
      amountMinor: 1000,
      reason: 'Broken',
      sessionId: newId(),
      createdBy: newId(),
      createdAt: refundedAt,
    }
    await invoices.insert(invoice())
    await invoices.insert(invoice({ number: 2, refunds: [refund], paidMinor: 3000, refundedMinor: 1000 }))
    await invoices.insert(invoice({ number: 3, status: 'void', voidedAt }))
    await invoices.insert(invoice({ number: null, status: 'draft', finalizedAt: null }))
    const { sums } = taxEntryStore(db)
    const { signal } = new AbortController()
    for (const _ of ['first run', 'second run']) {
      await backfillTaxEntries.up(db, signal)
      expect(await sums(workspaceId, forever)).toEqual([
        { currencyCode: 'USD', name: null, percentage: 0, netMinor: 5000, taxMinor: 0, grossMinor: 5000 },
      ])
      const [first] = await sums(workspaceId, { from: finalizedAt, to: finalizedAt })
      expect(first?.grossMinor).toBe(9000)
    }
  })
})
