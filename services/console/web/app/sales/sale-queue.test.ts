import { ApiError, ConnectionError } from '@workspace-platform/client'
import type { PosInvoice } from '@workspace-platform/client/pos'
import { describe, expect, it } from 'vitest'
import { createSaleQueue } from './sale-queue.ts'
import type { SaleCalls, SaleStore } from './sale-queue.ts'
import { toSale } from './sale.rules.ts'
import type { Owner, Sale, StoredSale } from './sale.rules.ts'

const owner: Owner = { workspaceId: 'w1', accountId: 'a1' }
const till = { id: 't1', register: 'Front' }

const saleOf = (id: string, more: Partial<Sale> = {}): Sale => ({
  ...toSale(
    {
      lines: [
        {
          key: 'l1',
          productId: 'p1',
          serviceId: null,
          name: 'Argan shampoo',
          quantity: 2,
          unitPrice: 185.5,
          tax: null,
          usualTax: null,
        },
      ],
      discounts: [{ kind: 'fixed', value: 1, reason: 'Voucher', source: 'manual' }],
      client: null,
    },
    {
      ...owner,
      id,
      createdAt: '2026-11-17T10:00:00.000Z',
      till,
      currencyCode: 'EGP',
      payment: { method: 'cash', amount: 400 },
    },
  ),
  ...more,
})

/** Sales in memory that several tabs share; values are copied as IndexedDB copies them. */
const memoryStore = () => {
  const rows = new Map<number, StoredSale>()
  let next = 1
  const store: SaleStore = {
    list: async ({ workspaceId, accountId }) =>
      [...rows.values()]
        .filter((sale) => sale.workspaceId === workspaceId && sale.accountId === accountId)
        .toSorted((a, b) => a.position - b.position)
        .map((sale) => structuredClone(sale)),
    add: async (sale) => {
      const position = next++
      rows.set(position, structuredClone({ ...sale, position }))
    },
    put: async (sale) => void rows.set(sale.position, structuredClone(sale)),
    remove: async (position) => void rows.delete(position),
  }
  return store
}

type Failure = 'lost-request' | 'lost-reply' | ApiError

const refusal = (status: number, code: string): ApiError =>
  new ApiError({ status, body: { error: { code, message: code } }, headers: new Headers() })

/** A platform that applies each Idempotency-Key once, like the real one, and can lose requests and replies. */
const fakePlatform = () => {
  const replies = new Map<string, unknown>()
  const refusals = new Map<string, ApiError>()
  const invoices = new Map<string, PosInvoice>()
  const log: string[] = []
  const failures: { step: string; failure: Failure }[] = []
  let isCut = false

  const once = async <T>(step: string, key: string, work: () => T): Promise<T> => {
    if (isCut) throw new ConnectionError('cut', null)
    const at = failures.findIndex((each) => each.step === step)
    const failure = at === -1 ? null : failures.splice(at, 1)[0]!.failure
    if (failure === 'lost-request') throw new ConnectionError('cut', null)
    // The platform repeats a rejection for the same key.
    const known = refusals.get(key)
    if (known) throw known
    if (failure instanceof ApiError) {
      if (failure.status < 500 && failure.status !== 401) refusals.set(key, failure)
      throw failure
    }
    if (!replies.has(key)) {
      replies.set(key, work())
      log.push(step)
    }
    if (failure === 'lost-reply') throw new ConnectionError('cut', null)
    return replies.get(key) as T
  }
  const invoiceOf = (id: string): PosInvoice => invoices.get(id)!
  const calls: SaleCalls = {
    createInvoice: ({ body, idempotencyKey }) =>
      once('create', idempotencyKey, () => {
        const id = `i${invoices.size + 1}`
        const invoice = {
          id,
          sessionId: body.sessionId,
          status: 'draft',
          number: null,
          discounts: [],
          payments: [],
        }
        invoices.set(id, invoice as unknown as PosInvoice)
        return { invoice: invoiceOf(id) }
      }),
    addInvoiceDiscount: ({ params, body, idempotencyKey }) =>
      once('discount', idempotencyKey, () =>
        invoiceOf(params.invoiceId).discounts.push({ ...body, id: 'd', amount: 0 }),
      ),
    finalizeInvoice: ({ params, idempotencyKey }) =>
      once('finalize', idempotencyKey, () => {
        const invoice = invoiceOf(params.invoiceId)
        const number = [...invoices.values()].filter((each) => each.number !== null).length + 1
        Object.assign(invoice, { status: 'finalized', number })
        return { invoice }
      }),
    payInvoice: ({ params, body, idempotencyKey }) =>
      once('pay', idempotencyKey, () => {
        const invoice = invoiceOf(params.invoiceId)
        invoice.payments.push({ ...body, id: 'p', change: 0, createdBy: '', createdAt: '' })
        invoice.status = 'paid'
      }),
    getInvoice: async ({ params }) => {
      if (isCut) throw new ConnectionError('cut', null)
      return { invoice: invoiceOf(params.invoiceId) }
    },
    voidInvoice: ({ params, idempotencyKey }) =>
      once('void', idempotencyKey, () => {
        invoiceOf(params.invoiceId).status = 'void'
      }),
  }
  return {
    calls,
    log,
    invoices,
    cut: (value: boolean) => void (isCut = value),
    fail: (step: string, failure: Failure) => void failures.push({ step, failure }),
  }
}

const setUp = ({ now = () => new Date('2026-11-17T10:00:00Z') } = {}) => {
  const store = memoryStore()
  const platform = fakePlatform()
  const lockName = `sales ${Math.random()}`
  let login: Owner | null = owner
  const tab = (of: Owner = owner) =>
    createSaleQueue({
      owner: of,
      store,
      connect: async () => (login?.accountId === of.accountId ? platform.calls : null),
      lock: async (work) => await navigator.locks.request(`${lockName}/${of.accountId}`, work),
      onChange: () => undefined,
      now,
    })
  return { platform, tab, logIn: (next: Owner | null) => void (login = next) }
}

const oneSale = ['create', 'discount', 'finalize', 'pay']

describe('createSaleQueue', () => {
  it('sends sales in the order in which they were made', async () => {
    const { platform, tab } = setUp()
    const queue = tab()
    platform.cut(true)
    for (const id of ['s1', 's2', 's3']) await queue.add(saleOf(id))
    expect(await queue.send()).toBe('later')
    expect(platform.log).toEqual([])
    platform.cut(false)
    expect(await queue.send()).toBe('done')
    expect(platform.log).toEqual([...oneSale, ...oneSale, ...oneSale])
    const sales = await queue.list()
    expect(sales.map(({ id, state, number }) => [id, state, number])).toEqual([
      ['s1', 'sent', 1],
      ['s2', 'sent', 2],
      ['s3', 'sent', 3],
    ])
    expect(await queue.takeBack('s1')).toBeNull()
    expect(await queue.list()).toHaveLength(3)
  })

  it.each(oneSale)('applies the step “%s” once when its request or reply is lost', async (step) => {
    const { platform, tab } = setUp()
    const queue = tab()
    platform.fail(step, 'lost-request')
    platform.fail(step, 'lost-reply')
    await queue.add(saleOf('s1'))
    expect(await queue.send()).toBe('later')
    expect(await queue.send()).toBe('later')
    // The tab was killed, so another tab only finds the stored progress.
    expect(await tab().send()).toBe('done')
    expect(platform.log).toEqual(oneSale)
    expect([...platform.invoices.values()]).toMatchObject([{ status: 'paid', payments: [{ amount: 400 }] }])
  })

  it('sends a sale once when two tabs send at the same time', async () => {
    const { platform, tab } = setUp()
    const [first, second] = [tab(), tab()]
    await first.add(saleOf('s1'))
    await second.add(saleOf('s2'))
    await Promise.all([first.send(), second.send(), first.send()])
    expect(platform.log).toEqual([...oneSale, ...oneSale])
    expect(platform.invoices.size).toBe(2)
  })

  it("never sends a sale with another user's login", async () => {
    const { platform, tab, logIn } = setUp()
    const other = { workspaceId: 'w1', accountId: 'a2' }
    await tab().add(saleOf('s1'))
    logIn(other)
    expect(await tab().send()).toBe('later')
    expect(await tab(other).send()).toBe('done')
    expect(await tab(other).list()).toEqual([])
    expect(platform.log).toEqual([])
    logIn(owner)
    expect(await tab().send()).toBe('done')
    expect(platform.log).toEqual(oneSale)
  })

  it('keeps a rejected sale for the cashier and sends the next ones', async () => {
    const { platform, tab } = setUp()
    const queue = tab()
    platform.fail('finalize', refusal(422, 'OUT_OF_STOCK'))
    await queue.add(saleOf('s1'))
    await queue.add(saleOf('s2'))
    expect(await queue.send()).toBe('done')
    const sales = await queue.list()
    expect(sales.map(({ id, state, refusal: found }) => [id, state, found?.code])).toEqual([
      ['s1', 'refused', 'OUT_OF_STOCK'],
      ['s2', 'sent', undefined],
    ])
  })

  it('resends a rejected sale as a new invoice at the currently open till', async () => {
    const { platform, tab } = setUp()
    const queue = tab()
    platform.fail('finalize', refusal(422, 'SESSION_CLOSED'))
    await queue.add(saleOf('s1'))
    await queue.send()
    await queue.repeat('s1', { id: 't2', register: 'Back' })
    expect(await queue.send()).toBe('done')
    expect([...platform.invoices.values()]).toMatchObject([
      { sessionId: 't1', status: 'void', number: null },
      { sessionId: 't2', status: 'paid', number: 1 },
    ])
  })

  it('repeats only the payment of a sale that already has its number', async () => {
    const { platform, tab } = setUp()
    const queue = tab()
    platform.fail('pay', refusal(422, 'SESSION_CLOSED'))
    await queue.add(saleOf('s1'))
    await queue.send()
    await queue.repeat('s1', { id: 't2', register: 'Back' })
    expect(await queue.send()).toBe('done')
    expect(platform.log).toEqual(oneSale)
    expect([...platform.invoices.values()]).toMatchObject([{ number: 1, payments: [{ sessionId: 't2' }] }])
  })

  it('returns the content of a rejected sale to the basket and voids its draft', async () => {
    const { platform, tab } = setUp()
    const queue = tab()
    platform.fail('finalize', refusal(422, 'OUT_OF_STOCK'))
    await queue.add(saleOf('s1'))
    await queue.send()
    expect(await queue.takeBack('s1')).toMatchObject({ lines: [{ name: 'Argan shampoo' }] })
    expect(await queue.takeBack('s1')).toBeNull()
    expect(await queue.list()).toEqual([])
    expect([...platform.invoices.values()]).toMatchObject([{ status: 'void' }])
  })

  it('keeps a rejected sale when its draft cannot be voided', async () => {
    const { platform, tab } = setUp()
    const queue = tab()
    platform.fail('finalize', refusal(422, 'OUT_OF_STOCK'))
    await queue.add(saleOf('s1'))
    await queue.send()
    platform.cut(true)
    await expect(queue.takeBack('s1')).rejects.toThrow('No reply')
    expect(await queue.list()).toMatchObject([{ id: 's1', state: 'refused' }])
  })

  it.each([
    ['a server error', refusal(503, 'UNAVAILABLE')],
    ['an expired login', refusal(401, 'UNAUTHENTICATED')],
    ['too many requests', refusal(429, 'RATE_LIMITED')],
    ['an invoice that is being finalized', refusal(422, 'INVOICE_BUSY')],
  ])('waits after %s', async (_, failure) => {
    const { platform, tab } = setUp()
    const queue = tab()
    platform.fail('create', failure)
    await queue.add(saleOf('s1'))
    expect(await queue.send()).toBe('later')
    expect(await queue.list()).toMatchObject([{ state: 'waiting' }])
  })

  it('asks the cashier when a reply was lost so long ago that its key has expired', async () => {
    let time = new Date('2026-11-17T10:00:00Z')
    const { platform, tab } = setUp({ now: () => time })
    const queue = tab()
    platform.fail('create', 'lost-reply')
    await queue.add(saleOf('s1'))
    await queue.send()
    time = new Date('2026-11-18T09:30:00Z')
    expect(await queue.send()).toBe('done')
    expect(await queue.list()).toMatchObject([{ state: 'refused', refusal: { code: 'UNCERTAIN' } }])
    expect(platform.log).toEqual(['create'])
  })

  it.each(['discount', 'finalize', 'pay'])(
    'checks the invoice for whether “%s” was applied when its key has expired',
    async (step) => {
      let time = new Date('2026-11-17T10:00:00Z')
      const { platform, tab } = setUp({ now: () => time })
      const queue = tab()
      platform.fail(step, 'lost-reply')
      await queue.add(saleOf('s1'))
      await queue.send()
      time = new Date('2026-11-18T09:30:00Z')
      expect(await queue.send()).toBe('done')
      expect(platform.log).toEqual(oneSale)
      expect(await queue.list()).toMatchObject([{ state: 'sent', number: 1 }])
    },
  )

  it('records no payment for a sale that is free or paid later', async () => {
    const { platform, tab } = setUp()
    const queue = tab()
    await queue.add(saleOf('s1', { payment: null }))
    expect(await queue.send()).toBe('done')
    expect(platform.log).toEqual(['create', 'discount', 'finalize'])
  })

  it('deletes old sales that were sent, but no others', async () => {
    const { platform, tab } = setUp()
    const queue = tab()
    platform.fail('create', refusal(404, 'NOT_FOUND'))
    for (let index = 0; index < 25; index += 1) await queue.add(saleOf(`s${index}`, { discounts: [] }))
    await queue.send()
    await queue.send()
    const sales = await queue.list()
    expect(sales.filter(({ state }) => state === 'sent')).toHaveLength(20)
    expect(sales[0]).toMatchObject({ id: 's0', state: 'refused' })
  })
})
