import { AppError, invalid, takenTaxLines } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { defineSaga } from '@wp/mongo'
import type { Tx } from '@wp/mongo'
import { taxOf } from '@wp/workspaces'
import type { PosDeps } from '../deps.ts'
import { negative } from '../taxes/tax.rules.ts'
import { publishInvoiceChanged, publishInvoiceFinalized, publishInvoiceVoided } from './invoice.events.ts'
import { checkVoidable, toVoidedMinor } from './invoice-payment.rules.ts'
import {
  busy,
  checkDraft,
  isBusy,
  setUnknownTaxes,
  toInvoiceTaxes,
  toStockItems,
  toTaxRateIds,
  toUntaxedProducts,
} from './invoice.rules.ts'
import { stockRecords } from './invoice.store.ts'
import type { StoredInvoice } from './invoice.types.ts'

export type StockDeps = Pick<PosDeps, 'db' | 'clock' | 'logger' | 'stock' | 'invoices' | 'taxEntries'>
type FinalizeDeps = StockDeps & Pick<PosDeps, 'tillSessions' | 'workspaces'>

/** Assigns the number and status in one transaction, after storefront has reserved the stock. */
export const finalizeInvoice = async (
  deps: FinalizeDeps,
  workspaceId: Id,
  invoiceId: Id,
  key: string | null,
): Promise<StoredInvoice> => {
  await completeTaxes(deps, workspaceId, invoiceId)
  const queue = `invoice_numbers ${workspaceId}`
  const started = await deps.db.transaction(
    async (tx) => {
      const invoice = await deps.invoices.get(workspaceId, invoiceId)
      // The first request with this key succeeded, but its reply was lost.
      if (key !== null && invoice.finalizedWith === key) return invoice
      if (key !== null && isBusy(invoice)) throw tryAgain()
      checkDraft(invoice)
      if (invoice.items.length === 0) throw invalid('items', 'must contain at least one item')
      if (toUntaxedProducts(invoice.items).length > 0) throw busy() // added after the missing taxes were set
      if (invoice.sessionId !== null) await deps.tillSessions.getOpen(workspaceId, invoice.sessionId)
      return toStockItems(invoice.items).length === 0
        ? assignNumber(deps, tx, invoice, key)
        : startReservation(deps, invoice)
    },
    { queue },
  )
  if (started.status !== 'draft') return started
  await reserveStock(deps, started)
  return stockSaga.run(deps, started, () =>
    deps.db.transaction((tx) => assignNumber(deps, tx, started, key), { queue }),
  )
}

/**
 * Sets the taxes of products that were added to a draft while storefront did not answer. Throws UNAVAILABLE while it
 * still does not answer.
 */
const completeTaxes = async (deps: FinalizeDeps, workspaceId: Id, invoiceId: Id): Promise<void> => {
  const productIds = toUntaxedProducts((await deps.invoices.get(workspaceId, invoiceId)).items)
  if (productIds.length === 0) return
  const [{ products }, workspace] = await Promise.all([
    deps.stock.getProducts({ workspaceId, productIds }),
    deps.workspaces.find(workspaceId),
  ])
  const taxes = new Map(
    [...toTaxRateIds(products)].map(([id, taxRateId]) => [id, taxOf(workspace?.taxRates ?? [], taxRateId)]),
  )
  await deps.db.transaction(async (tx) => {
    const invoice = await deps.invoices.get(workspaceId, invoiceId)
    const isCovered = toUntaxedProducts(invoice.items).every((id) => productIds.includes(id))
    if (invoice.status !== 'draft' || isBusy(invoice) || !isCovered) return
    const changed = await deps.invoices.change(invoice, { items: setUnknownTaxes(invoice.items, taxes) })
    publishInvoiceChanged(tx, 'updated', changed)
  })
}

/** Voids an invoice that has no unrefunded payments and releases the stock it holds. */
export const voidInvoice = (deps: StockDeps, workspaceId: Id, invoiceId: Id): Promise<StoredInvoice> =>
  deps.db.transaction(async (tx) => {
    const invoice = await deps.invoices.get(workspaceId, invoiceId)
    checkVoidable(invoice)
    const voidedAt = deps.clock.now()
    const voided = await deps.invoices.change(invoice, {
      status: 'void',
      voidedAt,
      openReference: null,
      ...startRelease(deps, invoice),
    })
    const amountMinor = toVoidedMinor(invoice)
    const taken = takenTaxLines(toInvoiceTaxes(invoice), invoice.refundedMinor, amountMinor)
    await deps.taxEntries.insertOfInvoice(voided, voidedAt, negative(taken))
    publishInvoiceVoided(tx, voided, amountMinor, voidedAt, taken)
    releaseAfterCommit(deps, tx, voided)
    return voided
  })

/** Returns the fields that start the release of an invoice's stock, or no fields when it holds no stock. */
export const startRelease = ({ clock }: Pick<StockDeps, 'clock'>, { stockStep }: StoredInvoice) =>
  stockStep === 'held' ? { stockStep: 'returning' as const, stockUntil: clock.now() } : {}

/** Releases the stock right after the commit, without delaying the reply. */
export const releaseAfterCommit = (deps: StockDeps, tx: Tx, invoice: StoredInvoice): void => {
  if (invoice.stockStep === 'returning') tx.afterCommit(() => void stockSaga.attempt(deps, invoice))
}

/** Locks the draft until the reservation's outcome is known. */
const startReservation = (deps: FinalizeDeps, draft: StoredInvoice): Promise<StoredInvoice> => {
  const attempt = draft.attempt + 1
  return deps.invoices.change(draft, {
    ...stockSaga.start(deps, 'taking'),
    attempt,
    stockReference: `invoice/${draft.id}/${attempt}`,
  })
}

/** If storefront rejects the call, no stock was reserved, so the step ends. */
const reserveStock = (deps: FinalizeDeps, taking: StoredInvoice) => {
  const { workspaceId, stockReference, items } = taking
  const request = { workspaceId, reference: stockReference!, items: toStockItems(items) }
  return stockSaga.run(deps, taking, () => deps.stock.takeStock(request), { onRefusal: 'end' })
}

const releaseStock = async ({ db, stock }: StockDeps, returning: StoredInvoice): Promise<void> => {
  const { workspaceId, stockReference } = returning
  await stock.returnStock({ workspaceId, reference: stockReference! })
  await stockRecords.end(db, returning)
}

/** Recovery always releases the stock, because the next finalize request uses a new reference. */
export const stockSaga = defineSaga({
  name: 'stock',
  records: stockRecords,
  stepOf: stockRecords.stepOf,
  steps: {
    taking: { undo: 'returning' },
    returning: { complete: releaseStock },
  },
})

/** Must run in the transaction that changes the status, so that no invoice number is skipped. */
const assignNumber = async (
  { invoices, taxEntries, clock }: FinalizeDeps,
  tx: Tx,
  draft: StoredInvoice,
  key: string | null,
): Promise<StoredInvoice> => {
  const number = await invoices.nextNumber(draft.workspaceId)
  const finalizedAt = clock.now()
  const finalized = await invoices.finalizeIf(draft, {
    number,
    status: draft.totalMinor === 0 ? 'paid' : 'finalized',
    finalizedAt,
    finalizedWith: key,
    stockStep: draft.stockStep === 'taking' ? 'held' : null,
    stockUntil: null,
  })
  if (!finalized) throw busy()
  await taxEntries.insertOfInvoice(finalized, finalizedAt, toInvoiceTaxes(finalized))
  publishInvoiceFinalized(tx, finalized)
  return finalized
}

/** Not INVOICE_BUSY: clients retry 503 on their own, and with the same key the retry cannot finalize twice. */
const tryAgain = (): AppError =>
  new AppError('UNAVAILABLE', 'The invoice is being finalized; try again with the same Idempotency-Key', {
    retryAfterSeconds: 5,
  })
