import { requireSize, sniff } from '@wp/files'
import type { UploadedFile } from '@wp/http'
import { invalid, newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { forEachRecord } from '@wp/runtime'
import type { JobContext } from '@wp/runtime'
import type { FinanceDeps } from '../deps.ts'
import { maxReceiptBytes, receiptTypes } from './receipt.contract.ts'
import type { NewReceipt, ReceiptOwner, StoredReceipt } from './receipt.store.ts'

type ReceiptDeps = Pick<FinanceDeps, 'db' | 'receipts' | 'receiptFiles' | 'clock'>

/** How long a receipt may stay unattached. */
const unattachedMs = 24 * 60 * 60_000

/**
 * Stores a file before its receipt is inserted. If it is not inserted, the job removes the file: a request cannot know
 * that when the reply to its commit is lost.
 */
export const storeReceiptFile = async (
  { receiptFiles, clock }: ReceiptDeps,
  workspaceId: Id,
  file: UploadedFile,
): Promise<NewReceipt> => {
  requireSize(file.sizeBytes, maxReceiptBytes)
  const contentType = await sniff(file.head, receiptTypes)
  const { name, sizeBytes } = file
  const receipt = { id: newId(), name, contentType, sizeBytes, owner: null, unattachedSince: clock.now() }
  await receiptFiles.store(workspaceId, receipt.id, file, contentType)
  return receipt
}

export const createReceipt = (
  { db, receipts, receiptFiles }: ReceiptDeps,
  workspaceId: Id,
  receipt: NewReceipt,
): Promise<StoredReceipt> =>
  db.transaction(async () => {
    await receiptFiles.keep(workspaceId, receipt.id)
    return receipts.insert(workspaceId, receipt)
  })

export const deleteReceipt = async (
  deps: ReceiptDeps & Pick<FinanceDeps, 'incomes' | 'expenses'>,
  workspaceId: Id,
  id: Id,
): Promise<void> => {
  await deps.db.transaction(async (tx) => {
    const { owner } = await deps.receipts.remove(workspaceId, id)
    await deps.receiptFiles.markForRemoval(workspaceId, id)
    if (!owner) return
    const ledger = owner.kind === 'income' ? deps.incomes : deps.expenses
    const changed = await ledger.entries.removeReceipt(workspaceId, owner.id, id)
    if (changed) ledger.publishChanged(tx, changed)
  })
  await deps.receiptFiles.removeNow(workspaceId, id)
}

/**
 * Attaches receipts to an income entry or expense in the transaction that writes it. A receipt can belong to only one
 * record.
 */
export const attachReceipts = async (
  { db, receipts }: Pick<FinanceDeps, 'db' | 'receipts'>,
  workspaceId: Id,
  ids: readonly Id[],
  owner: ReceiptOwner,
): Promise<void> => {
  db.requireTransaction()
  for (const id of ids) {
    if (await receipts.attachIf(workspaceId, id, owner)) continue
    await receipts.get(workspaceId, id)
    throw invalid('receipts', `must not contain ${id}, which belongs to another record`)
  }
}

/** Deletes a record's receipts in the same transaction. Call `removeNow` for the files after the commit. */
export const removeReceipts = async (
  { db, receipts, receiptFiles }: Pick<FinanceDeps, 'db' | 'receipts' | 'receiptFiles'>,
  workspaceId: Id,
  ids: readonly Id[],
): Promise<void> => {
  db.requireTransaction()
  for (const id of ids)
    if (await receipts.removeIf(workspaceId, id)) await receiptFiles.markForRemoval(workspaceId, id)
}

/** Deletes receipts that have been unattached for a day. */
export const removeUnattachedReceipts = async (
  { db, receipts, receiptFiles, clock }: ReceiptDeps,
  context: JobContext,
): Promise<void> => {
  const since = new Date(clock.now().getTime() - unattachedMs)
  const unattached = await receipts.listUnattached(since, 100)
  await forEachRecord(context, unattached, async ({ id, workspaceId }) => {
    const isGone = await db.transaction(async () => {
      const removed = await receipts.removeUnattachedIf(workspaceId, id, since)
      if (removed) await receiptFiles.markForRemoval(workspaceId, id)
      return removed !== null
    })
    if (isGone) await receiptFiles.removeNow(workspaceId, id)
  })
}
