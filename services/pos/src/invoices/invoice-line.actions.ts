import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { PosDeps } from '../deps.ts'
import { resolveItems, resolveTaxChange } from './invoice.actions.ts'
import type { NewInvoiceItem } from './invoice.contract.ts'
import { publishInvoiceChanged } from './invoice.events.ts'
import type { InvoiceItemChanges, NewDiscount } from './invoice-line.contract.ts'
import { changeItem, checkDraft, computeLines, removeLine, toDiscount, toItem } from './invoice.rules.ts'
import type { StoredDiscount, StoredInvoice, StoredItem } from './invoice.types.ts'

type DraftDeps = Pick<PosDeps, 'db' | 'invoices' | 'tillSessions' | 'workspaces'>
export type LineDeps = DraftDeps & Pick<PosDeps, 'people' | 'stock'>

export const addInvoiceItem = async (
  deps: LineDeps,
  workspaceId: Id,
  invoiceId: Id,
  item: NewInvoiceItem,
): Promise<StoredInvoice> => {
  const [tax = null] = await resolveItems(deps, workspaceId, [item], (_, field) => field)
  return changeDraft(deps, workspaceId, invoiceId, ({ items }) => ({
    items: [...items, toItem(newId(), item, tax)],
  }))
}

export const updateInvoiceItem = async (
  deps: DraftDeps,
  workspaceId: Id,
  invoiceId: Id,
  itemId: Id,
  changes: InvoiceItemChanges,
): Promise<StoredInvoice> => {
  const tax = await resolveTaxChange(deps, workspaceId, changes.taxRateId)
  return changeDraft(deps, workspaceId, invoiceId, ({ items }) => ({
    items: changeItem(items, itemId, changes, tax),
  }))
}

export const removeInvoiceItem = (
  deps: DraftDeps,
  workspaceId: Id,
  invoiceId: Id,
  itemId: Id,
): Promise<StoredInvoice> =>
  changeDraft(deps, workspaceId, invoiceId, ({ items }) => ({ items: removeLine(items, itemId, 'Item') }))

export const addInvoiceDiscount = (
  deps: DraftDeps,
  workspaceId: Id,
  invoiceId: Id,
  discount: NewDiscount,
): Promise<StoredInvoice> =>
  changeDraft(deps, workspaceId, invoiceId, ({ discounts, currencyCode }) => ({
    discounts: [...discounts, toDiscount(newId(), discount, currencyCode)],
  }))

export const removeInvoiceDiscount = (
  deps: DraftDeps,
  workspaceId: Id,
  invoiceId: Id,
  discountId: Id,
): Promise<StoredInvoice> =>
  changeDraft(deps, workspaceId, invoiceId, ({ discounts }) => ({
    discounts: removeLine(discounts, discountId, 'Discount'),
  }))

/** Changes a draft's lines and recomputes its totals. */
const changeDraft = (
  deps: DraftDeps,
  workspaceId: Id,
  invoiceId: Id,
  toLines: (draft: StoredInvoice) => { items?: readonly StoredItem[]; discounts?: readonly StoredDiscount[] },
): Promise<StoredInvoice> =>
  deps.db.transaction(async (tx) => {
    const draft = await deps.invoices.get(workspaceId, invoiceId)
    checkDraft(draft)
    if (draft.sessionId !== null) await deps.tillSessions.getOpen(workspaceId, draft.sessionId)
    const lines = computeLines({ ...draft, ...toLines(draft) }, draft.currencyCode)
    const changed = await deps.invoices.change(draft, lines)
    publishInvoiceChanged(tx, 'updated', changed)
    return changed
  })
