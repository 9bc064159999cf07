import { newId } from '@wp/kernel'
import { InvoiceFinalized, InvoiceRefunded, InvoiceVoided } from '@wp/pos/contract'
import { OrderFulfilled, OrderRefunded } from '@wp/storefront/contract'
import { uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { onInvoiceSettled } from '../src/consumers/on-invoice-settled.ts'
import { onOrderSettled } from '../src/consumers/on-order-settled.ts'
import type { EntryReference } from '../src/entries/entry.rules.ts'
import { bookIncome } from '../src/incomes/income.actions.ts'
import { openLedgers } from './scratch-ledgers.ts'

let ledgers: Awaited<ReturnType<typeof openLedgers>>
beforeAll(async () => {
  ledgers = await openLedgers()
})
afterAll(() => ledgers.db.close())

const at = '2027-03-10T09:00:00.000Z'
const range = { from: '2027-03-01', to: '2027-03-31' }
const session = { type: 'session' as const, id: newId() }

/** Builds the invoice for an event from pos, for 25 USD by default. */
const invoice = (total = 25, reference: { type: 'session' | 'lab-test'; id: string } | null = session) => ({
  id: newId(),
  version: 3,
  number: 7,
  status: 'finalized',
  clientId: null,
  currencyCode: 'USD',
  subtotal: total,
  total,
  reference,
  finalizedAt: at,
  createdAt: at,
})
type Invoice = ReturnType<typeof invoice>

const newBooks = (workspaceId = newId(), replica = ledgers) => {
  const hear = async (type: string, data: object) => {
    const consumers = [onInvoiceSettled(replica), onOrderSettled(replica)]
    const consumer = consumers.find(({ events }) => events.some((event) => event.type === type))!
    const event = { id: newId(), type, time: at, workspaceId, requestId: 'r', data }
    await replica.db.transaction((tx) => consumer.handle(event as never, tx))
  }
  const list = async (ledger: 'incomes' | 'expenses') => {
    const { items } = await replica[ledger].entries.list(workspaceId, { page: 1, limit: 100 })
    return items
      .map(({ amountMinor, reference, category }) => ({ amountMinor, reference, category }))
      .toReversed()
  }
  return {
    workspaceId,
    hear,
    finalize: (made: Invoice) => hear(InvoiceFinalized.type, { invoice: made }),
    void: (made: Invoice, amount = made.total) =>
      hear(InvoiceVoided.type, { invoice: made, amount, voidedAt: at }),
    refund: (made: Invoice, amount: number) =>
      hear(InvoiceRefunded.type, {
        invoice: made,
        refund: {
          id: newId(),
          method: 'cash',
          amount,
          reason: 'Broken',
          sessionId: newId(),
          createdBy: newId(),
          createdAt: at,
        },
      }),
    incomes: () => list('incomes'),
    expenses: () => list('expenses'),
  }
}

const booked = (amountMinor: number, reference: EntryReference) => ({
  amountMinor,
  reference,
  category: 'sales',
})
const ofInvoice = ({ id }: Invoice) => ({ type: 'invoice', id })

describe('onInvoiceSettled', () => {
  it('books one income entry per finalized invoice, under the session it was created from if there is one', async () => {
    const { finalize, incomes } = newBooks()
    const [alone, visit] = [invoice(10, null), invoice()]
    await finalize(alone)
    await finalize(visit)
    await finalize(visit)
    expect(await incomes()).toEqual([booked(1000, ofInvoice(alone)), booked(2500, session)])
  })

  it('stores the taxes of invoices, refunds, voids and orders, which the statistics sum', async () => {
    const { workspaceId, hear } = newBooks()
    const vat = { name: 'VAT', percentage: 19, net: 20, tax: 3.8, gross: 23.8 }
    const rest = { name: null, percentage: 0, net: 1.2, tax: 0, gross: 1.2 }
    const [first, second] = [invoice(25, null), invoice(25, null)]
    await hear(InvoiceFinalized.type, { invoice: first, taxes: [vat, rest] })
    await hear(InvoiceFinalized.type, { invoice: second }) // of an older version
    await hear(OrderFulfilled.type, {
      orderId: newId(),
      reference: { type: 'order', id: newId() },
      storeName: 'Shop',
      amount: 23.8,
      currencyCode: 'USD',
      taxes: [vat],
      fulfilledAt: at,
    })
    await hear(InvoiceVoided.type, { invoice: first, amount: 25, taxes: [vat, rest], voidedAt: at })
    const line = { currencyCode: 'USD', name: 'VAT', percentage: 19 }
    expect(await ledgers.incomes.entries.taxSums(workspaceId, range)).toEqual([
      { ...line, netMinor: 4000, taxMinor: 760, grossMinor: 4760 },
    ])
    expect(await ledgers.expenses.entries.taxSums(workspaceId, range)).toEqual([
      { ...line, netMinor: 2000, taxMinor: 380, grossMinor: 2380 },
    ])
    const april = { from: '2027-04-01', to: '2027-04-30' }
    expect(await ledgers.incomes.entries.taxSums(workspaceId, april)).toEqual([])
  })

  it('books nothing for an invoice with a total of 0', async () => {
    const { finalize, incomes } = newBooks()
    await finalize(invoice(0))
    expect(await incomes()).toEqual([])
  })

  it('changes the income entry that a lab test already has to the invoice total', async () => {
    const { workspaceId, finalize, incomes } = newBooks()
    const test = { type: 'labTest', id: newId() }
    const income = { title: 'Test 4', amountMinor: 3000, currencyCode: 'USD', date: '2027-03-01' }
    const [first, second] = await Promise.all([
      bookIncome(ledgers, workspaceId, { ...income, reference: test }),
      bookIncome(ledgers, workspaceId, { ...income, amountMinor: 1, reference: test }),
    ])
    expect(second).toEqual(first)
    await finalize(invoice(25, { type: 'lab-test', id: test.id }))
    expect(await incomes()).toMatchObject([{ amountMinor: 2500, reference: test }])
  })

  it.each([
    ['finalize first', 'void first', 'finalize second'],
    ['finalize first', 'finalize second', 'void first'],
    ['void first', 'finalize first', 'finalize second'],
    ['void first', 'finalize second', 'finalize first'],
    ['finalize second', 'void first', 'finalize first'],
    ['finalize second', 'finalize first', 'void first'],
  ] as const)(
    'books the second invoice under the session when the first is voided, for the event order %s, %s, %s',
    async (...order) => {
      const books = newBooks()
      const [first, second] = [invoice(25), { ...invoice(40), version: 6 }]
      const steps = {
        'finalize first': () => books.finalize(first),
        'void first': () => books.void(first),
        'finalize second': () => books.finalize(second),
      }
      for (const step of order) await steps[step]()
      const incomes = (await books.incomes()).toSorted((a, b) => a.amountMinor - b.amountMinor)
      expect(incomes).toEqual([booked(2500, ofInvoice(first)), booked(4000, session)])
      expect(await books.expenses()).toMatchObject([
        { amountMinor: 2500, reference: { type: 'void', id: first.id } },
      ])
    },
  )

  it('books an invoice that two replicas finalize and void concurrently under its own id, not under the session', async () => {
    const { promise: voidGoesOn, resolve: letFinalizeGoOn } = Promise.withResolvers<void>()
    const { promise: finalizeHasRead, resolve: letVoidStart } = Promise.withResolvers<void>()
    let locks = 0
    const name = uniqueName('ledgers')
    const finalizing = await openLedgers({
      name,
      beforeOperation: async ({ collection, name: operation }) => {
        if (collection !== 'incomes' || operation !== 'insert') return
        letVoidStart()
        await voidGoesOn
      },
    })
    onTestFinished(() => finalizing.db.close())
    const voiding = await openLedgers({
      name,
      beforeOperation: ({ collection }) => {
        if (collection === 'settled_invoices' && (locks += 1) === 2) letFinalizeGoOn() // the first lock conflicted
      },
    })
    onTestFinished(() => voiding.db.close())
    const books = newBooks(newId(), finalizing)
    const made = invoice()
    const finalized = books.finalize(made)
    await finalizeHasRead
    await newBooks(books.workspaceId, voiding).void(made).finally(letFinalizeGoOn)
    await finalized
    expect(await books.incomes()).toEqual([booked(2500, ofInvoice(made))])
    expect(await books.expenses()).toMatchObject([{ reference: { type: 'void', id: made.id } }])
  })

  it('detaches the receipts of an income entry that is removed because its invoice has a total of 0', async () => {
    const { workspaceId, finalize, incomes } = newBooks()
    const { receipts } = ledgers
    const file = { name: 'a.png', contentType: 'image/png', sizeBytes: 1, unattachedSince: null }
    const reference = { type: 'labTest', id: newId() }
    const owner = { kind: 'income' as const, id: newId() }
    const receipt = await receipts.insert(workspaceId, { ...file, id: newId(), owner })
    const income = {
      id: owner.id,
      title: 'Test 4',
      amountMinor: 3000,
      currencyCode: 'USD',
      date: '2027-03-01',
    }
    await bookIncome(ledgers, workspaceId, { ...income, reference, receipts: [receipt.id] })
    await finalize(invoice(0, { type: 'lab-test', id: reference.id }))
    expect(await incomes()).toEqual([])
    expect(await receipts.get(workspaceId, receipt.id)).toMatchObject({
      owner: null,
      unattachedSince: expect.any(Date) as Date,
    })
  })

  it('books one expense per refund, and nothing for a voided draft', async () => {
    const books = newBooks()
    const made = invoice()
    await books.finalize(made)
    await books.refund(made, 5)
    await books.refund(made, 7.5)
    await books.void(invoice(), 0)
    expect(await books.expenses()).toMatchObject([
      { amountMinor: 500, category: 'refunds', reference: { type: 'refund' } },
      { amountMinor: 750, category: 'refunds', reference: { type: 'refund' } },
    ])
    expect(await books.incomes()).toEqual([booked(2500, session)])
  })
})

describe('onOrderSettled', () => {
  it('books one income entry for a fulfilled order, even when the event is redelivered', async () => {
    const { hear, incomes } = newBooks()
    const reference = { type: 'order', id: newId() }
    const data = {
      orderId: reference.id,
      reference,
      storeName: 'Blue',
      amount: 12.5,
      currencyCode: 'USD',
      fulfilledAt: at,
    }
    await hear('wp.storefront.order.fulfilled.v1', data)
    await hear('wp.storefront.order.fulfilled.v1', data)
    expect(await incomes()).toEqual([booked(1250, reference)])
  })

  it('books one expense per refund of an order, with its taxes and day', async () => {
    const { hear, expenses, workspaceId } = newBooks()
    const refund = { id: newId(), amount: 11.9, reason: 'Broken', createdAt: at }
    const taxes = [{ name: 'VAT', percentage: 19, net: 10, tax: 1.9, gross: 11.9 }]
    const data = { orderId: newId(), storeName: 'Blue', currencyCode: 'USD', refund, taxes }
    await hear(OrderRefunded.type, data)
    await hear(OrderRefunded.type, data)
    await hear(OrderRefunded.type, { ...data, refund: { ...refund, id: newId(), amount: 0 }, taxes: [] })
    expect(await expenses()).toMatchObject([
      { amountMinor: 1190, category: 'refunds', reference: { type: 'refund', id: refund.id } },
    ])
    expect(await ledgers.expenses.entries.taxSums(workspaceId, range)).toEqual([
      { currencyCode: 'USD', name: 'VAT', percentage: 19, netMinor: 1000, taxMinor: 190, grossMinor: 1190 },
    ])
  })
})

describe('days of booked entries', () => {
  it.each([
    ['Africa/Cairo', '2027-03-09T22:00:00.000Z', '2027-03-10'],
    ['Africa/Cairo', '2027-03-09T21:59:59.999Z', '2027-03-09'],
    ['Africa/Cairo', '2027-04-29T22:00:00.000Z', '2027-04-30'],
    ['Europe/Berlin', '2027-03-27T23:00:00.000Z', '2027-03-28'],
    ['Europe/Berlin', '2027-10-31T22:59:59.999Z', '2027-10-31'],
    ['Pacific/Honolulu', '2027-03-10T09:59:59.999Z', '2027-03-09'],
    ['Asia/Kathmandu', '2027-03-09T18:15:00.000Z', '2027-03-10'],
  ])('books a sale, refund, void and order of %s at %s on %s', async (timeZone, moment, date) => {
    const replica = await openLedgers({ timeZone })
    onTestFinished(() => replica.db.close())
    const { workspaceId, hear } = newBooks(newId(), replica)
    const made = { ...invoice(25, null), finalizedAt: moment }
    const refund = { id: newId(), method: 'cash', amount: 5, reason: 'Broken', createdAt: moment }
    await hear(InvoiceFinalized.type, { invoice: made })
    await hear(InvoiceRefunded.type, { invoice: made, refund })
    await hear(InvoiceVoided.type, { invoice: made, amount: 20, voidedAt: moment })
    await hear(OrderFulfilled.type, {
      reference: { type: 'order', id: newId() },
      storeName: 'Shop',
      amount: 3,
      currencyCode: 'USD',
      fulfilledAt: moment,
    })
    const days = await Promise.all(
      (['incomes', 'expenses'] as const).map(async (ledger) => {
        const { items } = await replica[ledger].entries.list(workspaceId, { page: 1, limit: 100 })
        return items.map((entry) => entry.date)
      }),
    )
    expect(days).toEqual([
      [date, date],
      [date, date],
    ])
  })
})
