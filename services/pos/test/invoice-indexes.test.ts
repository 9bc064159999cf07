import { newId } from '@wp/kernel'
import { assertIndexed } from '@wp/mongo'
import { openTestDatabase, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import {
  invoiceCollection,
  invoiceNumberCollection,
  invoiceStore,
  matchingInvoices,
} from '../src/invoices/invoice.store.ts'

describe('matchingInvoices', () => {
  it('reads only matching invoices for a client, a number, a range of dates or an amount', async () => {
    const db = await openTestDatabase(uniqueName('invoices'), {
      collections: [invoiceCollection, invoiceNumberCollection],
    })
    try {
      const workspaceId = newId()
      const invoices = db.tenant(invoiceCollection)(workspaceId)
      const [clientId, start] = [newId(), Date.UTC(2027, 0, 1)]
      const draft = await invoiceStore(db).insert(workspaceId, {
        sessionId: null,
        clientId: null,
        clientName: null,
        reference: null,
        currencyCode: 'USD',
        items: [],
        discounts: [],
        subtotalMinor: 0,
        totalMinor: 0,
        createdBy: newId(),
      })
      const { id: _id, updatedAt: _updatedAt, ...record } = draft
      await invoices.insertMany(
        Array.from({ length: 500 }, (_, index) => ({
          ...record,
          clientId: index % 50 === 7 ? clientId : newId(),
          number: index + 1,
          totalMinor: index * 100,
          createdAt: new Date(start + index * 1000),
        })),
      )
      const sort = { createdAt: -1, id: -1 } as const
      for (const [filter, count] of [
        [{ clientId }, 10],
        [{ number: 42 }, 1],
        [{ from: new Date(start + 100_000), to: new Date(start + 119_000) }, 20],
        [{ amount: { currencyCode: 'USD', min: 4200, max: 4200 } }, 1],
        [{ amount: { currencyCode: 'USD', min: 4200, max: 5100 } }, 10],
      ] as const) {
        const explanation = await invoices.explain(matchingInvoices(filter), { sort })
        // A number matches one invoice, and a search by amount range sorts its matches.
        assertIndexed(explanation, { allowSort: true })
        expect(explanation.returned).toBe(count)
        expect(explanation.docsExamined).toBeLessThanOrEqual(count + 1)
      }
    } finally {
      await db.close()
    }
  })
})
