import type { Id } from '@wp/kernel'
import { newId } from '@wp/kernel'
import type { FinanceDeps } from '../deps.ts'
import { emptyEntry, insertEntry } from '../entries/entry.actions.ts'
import type { StoredEntry } from '../entries/entry.store.ts'
import { publishOccurrenceChanged } from './occurrence.events.ts'
import { alreadySettled } from './occurrence.rules.ts'
import type { StoredOccurrence } from './occurrence.store.ts'

type OccurrenceDeps = Pick<FinanceDeps, 'db' | 'occurrences' | 'expenses'>

/** Books the occurrence as an expense on its due date. Throws 422 when it is no longer pending. */
export const postOccurrence = (
  deps: OccurrenceDeps,
  workspaceId: Id,
  id: Id,
  createdBy: Id,
): Promise<{ occurrence: StoredOccurrence; expense: StoredEntry }> =>
  deps.db.transaction(async (tx) => {
    const expenseId = newId()
    const occurrence = await settle(deps, workspaceId, id, { status: 'posted', expenseId })
    const { title, amountMinor, currencyCode, dueDate, category, account, vendor, notes } = occurrence
    const expense = await insertEntry(deps.expenses, tx, workspaceId, {
      ...emptyEntry,
      id: expenseId,
      title,
      amountMinor,
      currencyCode,
      date: dueDate,
      category,
      account,
      party: vendor,
      notes,
      reference: { type: 'occurrence', id },
      createdBy,
    })
    publishOccurrenceChanged(tx, 'posted', occurrence)
    return { occurrence, expense }
  })

export const skipOccurrence = (deps: OccurrenceDeps, workspaceId: Id, id: Id): Promise<StoredOccurrence> =>
  deps.db.transaction(async (tx) => {
    const occurrence = await settle(deps, workspaceId, id, { status: 'skipped', expenseId: null })
    publishOccurrenceChanged(tx, 'skipped', occurrence)
    return occurrence
  })

const settle = async (
  { occurrences }: OccurrenceDeps,
  workspaceId: Id,
  id: Id,
  outcome: Parameters<FinanceDeps['occurrences']['settleIf']>[2],
): Promise<StoredOccurrence> => {
  const settled = await occurrences.settleIf(workspaceId, id, outcome)
  if (!settled) throw alreadySettled((await occurrences.get(workspaceId, id)).status)
  return settled
}
