import { localDay, newId, toMinor } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { FinanceDeps, FinanceWorkspace } from '../deps.ts'
import { attachReceipts, removeReceipts } from '../receipts/receipt.actions.ts'
import type { EntryStats } from './entry.contract.ts'
import {
  requireDeletable,
  requireOwnReference,
  toChangedMoney,
  toDateRange,
  toPreviousRange,
  toStats,
  toStatsRange,
} from './entry.rules.ts'
import type { EntryReference } from './entry.rules.ts'
import type { NewEntry, StoredEntry } from './entry.store.ts'
import type { Ledger } from './ledger.events.ts'

export type EntryFields = {
  title: string
  amount: number
  currencyCode: string
  date: CalendarDate
  category: string | null
  account: string | null
  party: string | null
  notes: string | null
  receipts: Id[]
  reference: EntryReference | null
}
type EntryChanges = { [Field in keyof EntryFields]?: EntryFields[Field] | undefined }

type EntryDeps = Pick<FinanceDeps, 'db' | 'receipts' | 'receiptFiles' | 'clock'>

/** Creates an entry on behalf of a member. Throws CONFLICT when another entry has the same reference. */
export const createEntry = (
  deps: EntryDeps,
  ledger: Ledger,
  workspaceId: Id,
  { amount, ...fields }: EntryFields,
  createdBy: Id,
): Promise<StoredEntry> => {
  const entry = {
    ...emptyEntry,
    ...fields,
    id: newId(),
    amountMinor: toMinor(amount, fields.currencyCode),
    createdBy,
  }
  return deps.db.transaction(async (tx) => {
    await attachReceipts(deps, workspaceId, entry.receipts, { kind: ledger.kind, id: entry.id })
    return insertEntry(ledger, tx, workspaceId, entry)
  })
}

export const updateEntry = (
  deps: EntryDeps,
  ledger: Ledger,
  workspaceId: Id,
  id: Id,
  { amount, currencyCode, ...fields }: EntryChanges,
): Promise<StoredEntry> =>
  deps.db.transaction(async (tx) => {
    const stored = await ledger.entries.get(workspaceId, id)
    if (fields.reference !== undefined) requireOwnReference(stored)
    const money = toChangedMoney(stored, { amount, currencyCode })
    if (fields.receipts) await changeReceipts(deps, ledger, stored, fields.receipts)
    const updated = await ledger.entries.update(stored, { ...withoutUndefined(fields), ...money })
    ledger.publishChanged(tx, updated)
    return updated
  })

/**
 * Deletes an entry and its receipts. If the process dies before the files are deleted, the remove-files job deletes
 * them.
 */
export const deleteEntry = async (
  deps: EntryDeps,
  ledger: Ledger,
  workspaceId: Id,
  id: Id,
): Promise<void> => {
  const { receipts } = await deps.db.transaction(async (tx) => {
    requireDeletable(await ledger.entries.get(workspaceId, id))
    const removed = await ledger.entries.remove(workspaceId, id)
    await removeReceipts(deps, workspaceId, removed.receipts)
    ledger.publishRemoved(tx, removed)
    return removed
  })
  for (const receiptId of receipts) await deps.receiptFiles.removeNow(workspaceId, receiptId)
}

const changeReceipts = async (
  deps: EntryDeps,
  { kind }: Ledger,
  { id, workspaceId, receipts }: StoredEntry,
  wanted: readonly Id[],
): Promise<void> => {
  const dropped = receipts.filter((receiptId) => !wanted.includes(receiptId))
  const added = wanted.filter((receiptId) => !receipts.includes(receiptId))
  if (dropped.length > 0) await deps.receipts.detach(workspaceId, dropped, deps.clock.now())
  await attachReceipts(deps, workspaceId, added, { kind, id })
}

export const readStats = async (
  { clock }: Pick<FinanceDeps, 'clock'>,
  { entries }: Ledger,
  workspaceId: Id,
  { settings }: FinanceWorkspace,
  query: { from?: string | undefined; to?: string | undefined },
): Promise<EntryStats> => {
  const range = toStatsRange(toDateRange(query), localDay(clock.now(), settings.timeZone))
  const [sums, taxSums] = await Promise.all([
    entries.sums(workspaceId, range, toPreviousRange(range)),
    entries.taxSums(workspaceId, range),
  ])
  return toStats(sums, taxSums, range, settings.currencyCode)
}

export const emptyEntry = {
  category: null,
  account: null,
  party: null,
  notes: null,
  receipts: [],
  reference: null,
  clientId: null,
  invoiceId: null,
  invoiceVersion: null,
  createdBy: null,
}

/** Inserts an entry and publishes its event in the caller's transaction. */
export const insertEntry = async (
  ledger: Ledger,
  tx: Tx,
  workspaceId: Id,
  entry: NewEntry & { id?: Id },
): Promise<StoredEntry> => {
  const created = await ledger.entries.insert(workspaceId, entry)
  ledger.publishCreated(tx, created)
  return created
}

const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]?: Exclude<Fields[Field], undefined>
  }
