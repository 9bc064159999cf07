import { AppError } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { PosDeps } from '../deps.ts'
import { requireOpenTill } from '../till-sessions/till-session.actions.ts'
import { checkVoidable, toVoidedMinor } from './invoice-payment.rules.ts'
import { publishInvoiceFinalized, publishInvoiceVoided } from './invoice.events.ts'
import { busy, checkDraft, toStockItems } from './invoice.rules.ts'
import type { StoredInvoice } from './invoice.store.ts'

/**
 * Finalize and void: the invoice here, the stock at storefront. The step is written down before storefront is asked, and
 * locks the invoice. Nobody knows what became of a call that was not answered, so it is taken back under its reference,
 * after which it has no effect any more, however late it arrives. What cannot be taken back now is left to
 * `completeOverdueStock`.
 */
export type StockDeps = Pick<PosDeps, 'db' | 'clock' | 'logger' | 'stock' | 'invoices'>
type FinalizeDeps = StockDeps & Pick<PosDeps, 'tillSessions' | 'invoiceNumbers'>

/** Longer than any request may take, so that nobody takes over a step that is still under way. */
const stepMs = 20_000
/** How long the job leaves a step that it could not complete. */
const retryMs = 1_000

/** Takes the stock, then gives number and status in one transaction. */
export const finalizeInvoice = async (
  deps: FinalizeDeps,
  workspaceId: Id,
  invoiceId: Id,
  key: string | null,
): Promise<StoredInvoice> => {
  await deps.invoiceNumbers.begin(workspaceId)
  const begun = await deps.db.transaction(async (tx) => {
    const invoice = await deps.invoices.get(workspaceId, invoiceId)
    // The answer of the first try was lost: this is it.
    if (key !== null && invoice.finalizedWith === key) return invoice
    checkDraft(invoice)
    await requireOpenTill(deps, invoice)
    return toStockItems(invoice.items).length === 0
      ? giveNumber(deps, tx, invoice, key)
      : beginTaking(deps, invoice)
  })
  return begun.status === 'draft' ? completeTaking(deps, begun, key) : begun
}

/** Gives up an invoice of which nothing is paid any more; what it holds of the stock returns. */
export const voidInvoice = (deps: StockDeps, workspaceId: Id, invoiceId: Id): Promise<StoredInvoice> =>
  deps.db.transaction(async (tx) => {
    const invoice = await deps.invoices.get(workspaceId, invoiceId)
    checkVoidable(invoice)
    const voidedAt = deps.clock.now()
    const voided = await deps.invoices.change(invoice, {
      status: 'void',
      voidedAt,
      openReference: null,
      ...beginReturning(deps, invoice),
    })
    publishInvoiceVoided(tx, voided, toVoidedMinor(invoice), voidedAt)
    returnAfterCommit(deps, tx, voided)
    return voided
  })

/** What a change that gives the stock up adds to it; nothing where none is held. */
export const beginReturning = ({ clock }: Pick<StockDeps, 'clock'>, { stockStep }: StoredInvoice) =>
  stockStep === 'held' ? { stockStep: 'returning' as const, stockUntil: clock.now() } : {}

/** Gives the stock back at once where that goes; the job does it otherwise. */
export const returnAfterCommit = (deps: StockDeps, tx: Tx, invoice: StoredInvoice): void => {
  if (invoice.stockStep === 'returning')
    tx.afterCommit(() => void leaveToJob(deps, () => returnStock(deps, invoice)))
}

/** Takes what is overdue, one after the other, until nothing is left that can be completed now. */
export const completeOverdueStock = async (deps: StockDeps): Promise<void> => {
  for (let count = 0; count < 100; count += 1) {
    const invoice = await deps.invoices.takeOverdue(deps.clock.now(), after(deps.clock, stepMs))
    if (!invoice) return
    await leaveToJob(deps, () =>
      undoTaking(deps, invoice).catch(async (error: unknown) => {
        await deps.invoices.leaveIf(invoice, after(deps.clock, retryMs))
        throw error
      }),
    )
  }
}

const beginTaking = ({ invoices, clock }: FinalizeDeps, draft: StoredInvoice): Promise<StoredInvoice> => {
  const attempt = draft.attempt + 1
  return invoices.change(draft, {
    attempt,
    stockStep: 'taking',
    stockReference: `invoice/${draft.id}/${attempt}`,
    stockUntil: after(clock, stepMs),
  })
}

const completeTaking = async (
  deps: FinalizeDeps,
  taking: StoredInvoice,
  key: string | null,
): Promise<StoredInvoice> => {
  const { workspaceId } = taking
  const reference = taking.stockReference!
  try {
    await deps.stock.takeStock({ workspaceId, reference, items: toStockItems(taking.items) })
  } catch (error) {
    const isRefusal = error instanceof AppError && error.status < 500
    await leaveToJob(deps, () => (isRefusal ? deps.invoices.endStockIf(taking) : undoTaking(deps, taking)))
    throw error
  }
  try {
    return await deps.db.transaction((tx) => giveNumber(deps, tx, taking, key))
  } catch (error) {
    await leaveToJob(deps, () => undoTaking(deps, taking))
    throw error
  }
}

/** Number, status and event in the transaction around it, so that no number is skipped. */
const giveNumber = async (
  { invoices, invoiceNumbers, clock }: FinalizeDeps,
  tx: Tx,
  draft: StoredInvoice,
  key: string | null,
): Promise<StoredInvoice> => {
  const number = await invoiceNumbers.next(draft.workspaceId)
  const finalized = await invoices.finalizeIf(draft, {
    number,
    status: draft.totalMinor === 0 ? 'paid' : 'finalized',
    finalizedAt: clock.now(),
    finalizedWith: key,
    stockStep: draft.stockStep === 'taking' ? 'held' : null,
    stockUntil: null,
  })
  if (!finalized) throw busy()
  publishInvoiceFinalized(tx, finalized)
  return finalized
}

/** Gives back what a take may have taken; nothing when the invoice was finalized after all, or somebody else is at it. */
const undoTaking = async (deps: StockDeps, invoice: StoredInvoice): Promise<void> => {
  const returning =
    invoice.stockStep === 'returning'
      ? invoice
      : await deps.invoices.turnToReturningIf(invoice, deps.clock.now())
  if (returning) await returnStock(deps, returning)
}

const returnStock = async ({ stock, invoices }: StockDeps, returning: StoredInvoice): Promise<void> => {
  const { workspaceId, stockReference } = returning
  await stock.returnStock({ workspaceId, reference: stockReference! })
  await invoices.endStockIf(returning)
}

/** What fails here is written down as a step, and tried again by the job. */
const leaveToJob = async ({ logger }: StockDeps, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    logger.warn({ err: error }, 'the stock of an invoice is left to the job')
  }
}

const after = (clock: Clock, ms: number): Date => new Date(clock.now().getTime() + ms)
