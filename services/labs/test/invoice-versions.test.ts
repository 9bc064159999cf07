import { newId } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { openTestDatabase, uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onInvoiceChanged } from '../src/consumers/on-invoice-changed.ts'
import { labTestStore } from '../src/lab-tests/lab-test.store.ts'
import { labsCollections } from '../src/service.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase(uniqueName('invoice_versions'), { collections: labsCollections })
})
afterAll(() => db?.close())

describe('onInvoiceChanged', () => {
  it('keeps the newest version when events arrive out of order or at the same time', async () => {
    const workspaceId = newId()
    const labTests = labTestStore(db)
    const { id } = await db.transaction(() =>
      labTests.insert(workspaceId, {
        clientId: newId(),
        clientName: 'Mona',
        clientDateOfBirth: null,
        clientGender: null,
        testDate: '2027-03-10',
        items: [],
        coupon: null,
        currencyCode: 'USD',
        subtotalMinor: 0,
        discountMinor: 0,
        totalMinor: 0,
        createdBy: newId(),
      }),
    )
    const consumer = onInvoiceChanged({ labTests }) as unknown as {
      handle: (event: unknown, tx: unknown) => Promise<void>
    }
    const invoiceId = newId()
    const deliver = (version: number) =>
      db.transaction((tx) => {
        const status = version < 3 ? 'draft' : 'paid'
        const reference = { type: 'lab-test', id }
        const invoice = { id: invoiceId, version, number: 7, status, total: 10, reference, workspaceId }
        return consumer.handle({ workspaceId, data: { invoice } }, tx)
      })
    for (const version of [3, 1, 2]) await deliver(version)
    expect((await labTests.get(workspaceId, id)).invoice).toMatchObject({ version: 3, status: 'paid' })
    await Promise.all([6, 4, 5].map(deliver))
    expect((await labTests.get(workspaceId, id)).invoice).toMatchObject({ version: 6 })
  })
})
