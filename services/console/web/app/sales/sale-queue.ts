import type { PosInvoice } from '@workspace-platform/client/pos'
import type { Basket } from './basket.rules.ts'
import { isTemporary } from '../../ui/intent.ts'
import { toRefusal } from './sale-failure.ts'
import {
  forgettable,
  isStale,
  keyOf,
  nextStep,
  reconcile,
  toBasket,
  toRepeated,
  uncertain,
} from './sale.rules.ts'
import type { Owner, Sale, Step, StoredSale, Till } from './sale.rules.ts'

/** Stores sales until the platform has confirmed them. */
export type SaleStore = {
  /** Returns the sales of an owner in the order in which they were made. */
  list(owner: Owner): Promise<StoredSale[]>
  add(sale: Sale): Promise<void>
  put(sale: StoredSale): Promise<void>
  remove(position: number): Promise<void>
}

type Keyed = { idempotencyKey: string }
type OnInvoice = { params: { invoiceId: string } }

/** The platform calls that make a sale. */
export type SaleCalls = {
  createInvoice(
    call: Keyed & {
      body: {
        sessionId: string
        clientId: string | null
        items: {
          productId: string | null
          variantId?: string | null
          serviceId: string | null
          name: string
          quantity: number
          unitPrice: number
          taxRateId?: string | null
        }[]
      }
    },
  ): Promise<{ invoice: PosInvoice }>
  addInvoiceDiscount(call: Keyed & OnInvoice & { body: Sale['discounts'][number] }): Promise<unknown>
  finalizeInvoice(call: Keyed & OnInvoice): Promise<{ invoice: PosInvoice }>
  payInvoice(
    call: Keyed & OnInvoice & { body: NonNullable<Sale['payment']> & { sessionId: string } },
  ): Promise<unknown>
  getInvoice(call: OnInvoice): Promise<{ invoice: PosInvoice }>
  voidInvoice(call: Keyed & OnInvoice): Promise<unknown>
}

type Options = {
  owner: Owner
  store: SaleStore
  /** Returns the calls with the owner's login, or null unless the owner is logged in. */
  connect: () => Promise<SaleCalls | null>
  /** Runs work while no other tab runs work of this queue. */
  lock: <T>(work: () => Promise<T>) => Promise<T>
  onChange: () => void
  now?: () => Date
}

export type SaleQueue = ReturnType<typeof createSaleQueue>

/**
 * Sends sales in the order in which they were made. Every step has its own Idempotency-Key and is stored
 * before and after it is sent, so that no step is lost or repeated by a lost reply, a killed tab or a second
 * tab.
 */
export const createSaleQueue = (options: Options) => {
  const { owner, store, connect, lock, onChange, now = () => new Date() } = options

  const save = async (sale: StoredSale): Promise<StoredSale> => {
    await store.put(sale)
    onChange()
    return sale
  }

  const perform = async (calls: SaleCalls, sale: StoredSale, step: Step): Promise<Partial<Sale>> => {
    const idempotencyKey = keyOf(sale, step)
    if (step === 'create') {
      const items = sale.lines.map(
        ({ productId, variantId, serviceId, name, quantity, unitPrice, taxRateId }) => ({
          productId,
          ...(variantId && { variantId }),
          serviceId,
          name,
          quantity,
          unitPrice,
          ...(taxRateId !== undefined && { taxRateId }),
        }),
      )
      const body = { sessionId: sale.till.id, clientId: sale.client?.id ?? null, items }
      return { invoiceId: (await calls.createInvoice({ body, idempotencyKey })).invoice.id }
    }
    const params = { invoiceId: sale.invoiceId! }
    if (step === 'discount') {
      await calls.addInvoiceDiscount({ params, body: sale.discounts[sale.discountsSent]!, idempotencyKey })
      return { discountsSent: sale.discountsSent + 1 }
    }
    if (step === 'finalize') {
      const { invoice } = await calls.finalizeInvoice({ params, idempotencyKey })
      return { isFinalized: true, number: invoice.number, isPaid: invoice.status === 'paid' }
    }
    await calls.payInvoice({
      params,
      body: { ...sale.payment!, sessionId: sale.till.id },
      idempotencyKey,
    })
    return { isPaid: true }
  }

  /**
   * A reply that was lost more than a day ago cannot be requested again; the invoice shows what was applied.
   */
  const catchUp = async (calls: SaleCalls, sale: StoredSale): Promise<StoredSale> => {
    if (!isStale(sale, now())) return sale
    if (sale.invoiceId === null)
      return save({
        ...sale,
        state: 'refused',
        refusal: { code: uncertain, message: 'The sale may already have been sent', details: [] },
      })
    const { invoice } = await calls.getInvoice({ params: { invoiceId: sale.invoiceId } })
    return save({ ...sale, ...reconcile(sale, invoice) })
  }

  const sendSale = async (calls: SaleCalls, first: StoredSale): Promise<'next' | 'later'> => {
    let sale = first
    try {
      sale = await catchUp(calls, sale)
      while (sale.state === 'waiting') {
        const step = nextStep(sale)
        if (step === 'done') {
          sale = await save({ ...sale, state: 'sent' })
          break
        }
        if (sale.triedAt === null) sale = await save({ ...sale, triedAt: now().toISOString() })
        sale = await save({ ...sale, ...(await perform(calls, sale, step)), triedAt: null })
      }
      return 'next'
    } catch (error) {
      if (isTemporary(error)) return 'later'
      await save({ ...sale, state: 'refused', refusal: toRefusal(error), triedAt: null })
      return 'next'
    }
  }

  const sendAll = async (): Promise<'done' | 'later'> => {
    for (;;) {
      const sales = await store.list(owner)
      for (const { position } of forgettable(sales)) await store.remove(position)
      const sale = sales.find(({ state }) => state === 'waiting')
      if (!sale) return 'done'
      const calls = await connect()
      if (!calls || (await sendSale(calls, sale)) === 'later') return 'later'
    }
  }

  const findRefused = async (id: string): Promise<StoredSale | null> =>
    (await store.list(owner)).find((sale) => sale.id === id && sale.state === 'refused') ?? null

  /** Otherwise, the draft of a rejected sale would stay in the list of invoices. */
  const voidDraft = async (sale: StoredSale): Promise<void> => {
    if (sale.invoiceId === null || sale.isFinalized) return
    const calls = await connect()
    if (!calls) throw new Error('Not logged in as the user who made the sale')
    try {
      const idempotencyKey = `till-${sale.id}-${sale.attempt}-void`
      await calls.voidInvoice({ params: { invoiceId: sale.invoiceId }, idempotencyKey })
    } catch (error) {
      if (isTemporary(error)) throw error
    }
  }

  return {
    list: () => store.list(owner),

    /** Stores a sale. Once this returns, it survives a crash of the browser. */
    add: async (sale: Sale): Promise<void> => {
      await store.add(sale)
      onChange()
    },

    /** Sends the waiting sales. Returns `later` if some are left because of the connection or the login. */
    send: (): Promise<'done' | 'later'> => lock(sendAll),

    /** Resends a rejected sale at the currently open till. */
    repeat: (id: string, till: Till): Promise<void> =>
      lock(async () => {
        const sale = await findRefused(id)
        if (!sale) return
        await voidDraft(sale)
        await save({ ...toRepeated(sale, till), position: sale.position })
      }),

    /**
     * Removes a rejected sale from the queue and returns its content. Returns null for a sale that is no
     * longer rejected, and for one that has its number, whose invoice stays and awaits payment.
     */
    takeBack: (id: string): Promise<Basket | null> =>
      lock(async () => {
        const sale = await findRefused(id)
        if (!sale) return null
        await voidDraft(sale)
        await store.remove(sale.position)
        onChange()
        return sale.isFinalized ? null : toBasket(sale)
      }),
  }
}
