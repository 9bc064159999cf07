import { newId } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { openTestDatabase, uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onInvoiceChanged } from '../src/consumers/on-invoice-changed.ts'
import { schedulingCollections } from '../src/service.ts'
import { sessionStore } from '../src/sessions/session.store.ts'
import { sessionView } from '../src/sessions/session.view.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase(uniqueName('session_invoices'), { collections: schedulingCollections })
})
afterAll(() => db?.close())

const visit = {
  name: 'Visit',
  clientName: 'Mona',
  services: [],
  staffId: null,
  staffName: null,
  date: '2027-03-10',
  startMinute: 0,
  endMinute: 30,
  durationMinutes: 30,
  status: 'scheduled' as const,
  questionCategory: null,
  fieldValues: '[]',
  valueKeys: [],
  uniqueKeys: [],
  notes: [],
  attachments: [],
  invoice: null,
}

describe('onInvoiceChanged', () => {
  it('keeps the newest version when events arrive out of order or at the same time', async () => {
    const workspaceId = newId()
    const sessions = sessionStore(db)
    const { id } = await sessions.insert(workspaceId, { ...visit, id: newId(), clientId: newId() })
    const consumer = onInvoiceChanged({
      sessions,
      sessionView: sessionView('http://localhost'),
    }) as unknown as {
      handle: (event: unknown, tx: unknown) => Promise<void>
    }
    const invoiceId = newId()
    const deliver = (version: number) =>
      db.transaction((tx) => {
        const status = version < 3 ? 'draft' : 'paid'
        const reference = { type: 'session', id }
        const invoice = { id: invoiceId, version, number: 7, status, total: 10, reference, workspaceId }
        return consumer.handle({ workspaceId, data: { invoice } }, tx)
      })
    for (const version of [3, 1, 2]) await deliver(version)
    expect((await sessions.get(workspaceId, id)).invoice).toMatchObject({ version: 3, status: 'paid' })
    await Promise.all([6, 4, 5].map(deliver))
    expect((await sessions.get(workspaceId, id)).invoice).toMatchObject({ version: 6 })
  })
})
