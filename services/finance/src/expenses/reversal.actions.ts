import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { FinanceDeps } from '../deps.ts'
import { emptyEntry, insertEntry } from '../entries/entry.actions.ts'
import type { NewEntry } from '../entries/entry.store.ts'

type Reversal = Pick<NewEntry, 'title' | 'amountMinor' | 'currencyCode' | 'taxes' | 'date' | 'notes'> & {
  reference: { type: 'refund' | 'void'; id: Id }
}

/**
 * Books an expense for the reversed part of a sale, once per refund and void. An amount of 0 is not booked.
 */
export const bookReversal = async (
  { expenses }: Pick<FinanceDeps, 'expenses'>,
  tx: Tx,
  workspaceId: Id,
  expense: Reversal,
): Promise<void> => {
  if (expense.amountMinor === 0) return
  if (await expenses.entries.findByReference(workspaceId, expense.reference)) return
  await insertEntry(expenses, tx, workspaceId, { ...emptyEntry, ...expense, category: 'refunds' })
}
