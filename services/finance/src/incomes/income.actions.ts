import { invalid } from '@wp/kernel'
import type { CalendarDate, Id, TaxLine } from '@wp/kernel'
import { retryAfterConflict } from '@wp/mongo'
import type { Tx } from '@wp/mongo'
import type { FinanceDeps } from '../deps.ts'
import { emptyEntry, insertEntry } from '../entries/entry.actions.ts'
import type { EntryReference } from '../entries/entry.rules.ts'
import type { NewEntry, StoredEntry } from '../entries/entry.store.ts'

type BookedIncome = Pick<NewEntry, 'title' | 'amountMinor' | 'currencyCode' | 'date'> &
  Partial<NewEntry> & { reference: EntryReference }

/** Books one income entry per reference. A repeated call returns the existing entry, even with an amount of 0. */
export const bookIncome = (
  { db, incomes }: Pick<FinanceDeps, 'db' | 'incomes'>,
  workspaceId: Id,
  income: BookedIncome,
): Promise<StoredEntry> =>
  retryAfterConflict(() =>
    db.transaction(
      async (tx) =>
        (await incomes.entries.findByReference(workspaceId, income.reference)) ??
        insertEntry(incomes, tx, workspaceId, { ...emptyEntry, ...checkAmount(income) }),
    ),
  )

const checkAmount = (income: BookedIncome): BookedIncome => {
  if (income.amountMinor === 0) throw invalid('amountMinor', 'must be greater than 0')
  return income
}

type BookDeps = Pick<FinanceDeps, 'incomes' | 'expenses' | 'settledInvoices' | 'receipts' | 'clock'>

type FinalInvoice = {
  id: Id
  version: number
  number: number | null
  totalMinor: number
  currencyCode: string
  taxes?: TaxLine[]
  clientId: Id | null
  /** The session or lab test that the invoice was created from. */
  origin: EntryReference | null
  date: CalendarDate
}

/**
 * Books a finalized invoice's income once, or corrects the income that its session or lab test already has. Events
 * may arrive out of order: the session or lab test reference goes to the newest invoice that is not void.
 */
export const bookInvoice = async (
  deps: BookDeps,
  tx: Tx,
  workspaceId: Id,
  invoice: FinalInvoice,
): Promise<void> => {
  const { incomes, expenses, settledInvoices } = deps
  await settledInvoices.lock(invoice.id)
  if (await incomes.entries.findByInvoice(workspaceId, invoice.id)) return
  const { id: invoiceId, version: invoiceVersion, origin, currencyCode } = invoice
  const own = { type: 'invoice', id: invoiceId }
  const isVoid = await expenses.entries.findByReference(workspaceId, { type: 'void', id: invoiceId })
  const known = origin && !isVoid && (await incomes.entries.findByReference(workspaceId, origin))
  const { totalMinor: amountMinor, taxes } = invoice
  const money = { amountMinor, currencyCode, invoiceId, invoiceVersion, ...(taxes && { taxes }) }
  if (known && known.invoiceVersion === null) return correctIncome(deps, tx, known, money)
  const isNewest = !known || known.invoiceVersion! < invoiceVersion
  if (known && isNewest) await moveToInvoice({ incomes }, tx, known)
  if (money.amountMinor === 0) return
  await insertEntry(incomes, tx, workspaceId, {
    ...emptyEntry,
    ...money,
    title: toInvoiceTitle(invoice),
    date: invoice.date,
    category: 'sales',
    reference: origin && !isVoid && isNewest ? origin : own,
    clientId: invoice.clientId,
  })
}

/**
 * Changes the amount of an income entry, or removes the entry if the amount becomes 0. Its receipts can then be
 * attached to another entry for a day.
 */
const correctIncome = async (
  { incomes, receipts, clock }: BookDeps,
  tx: Tx,
  known: StoredEntry,
  money: Pick<NewEntry, 'amountMinor' | 'currencyCode' | 'invoiceId' | 'invoiceVersion' | 'taxes'>,
): Promise<void> => {
  if (money.amountMinor > 0) return incomes.publishChanged(tx, await incomes.entries.update(known, money))
  const removed = await incomes.entries.remove(known.workspaceId, known.id)
  await receipts.detach(removed.workspaceId, removed.receipts, clock.now())
  incomes.publishRemoved(tx, removed)
}

/** Points a void invoice's income to the invoice itself, so that its session or lab test can have another income. */
export const releaseReference = async (
  { incomes, settledInvoices }: Pick<FinanceDeps, 'incomes' | 'settledInvoices'>,
  tx: Tx,
  workspaceId: Id,
  invoiceId: Id,
): Promise<void> => {
  await settledInvoices.lock(invoiceId)
  const known = await incomes.entries.findByInvoice(workspaceId, invoiceId)
  if (known && known.reference?.type !== 'invoice') await moveToInvoice({ incomes }, tx, known)
}

const moveToInvoice = async (
  { incomes }: Pick<FinanceDeps, 'incomes'>,
  tx: Tx,
  stored: StoredEntry,
): Promise<void> => {
  const reference = { type: 'invoice', id: stored.invoiceId! }
  incomes.publishChanged(tx, await incomes.entries.update(stored, { reference }))
}

export const toInvoiceTitle = ({ number }: { number: number | null }): string =>
  number === null ? 'Invoice' : `Invoice ${number}`
