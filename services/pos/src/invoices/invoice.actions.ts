import { AppError, isConflict, newId, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { PosDeps } from '../deps.ts'
import { getOpenTill, requireOpenTill } from '../till-sessions/till-session.actions.ts'
import type { InvoiceReference, NewInvoice, NewInvoiceItem } from './invoice.contract.ts'
import { publishInvoiceChanged } from './invoice.events.ts'
import { checkDraft, computeLines, toClientDiscount, toItem } from './invoice.rules.ts'
import type { NewInvoiceRecord, StoredDiscount, StoredInvoice, StoredItem } from './invoice.store.ts'

type InvoiceDeps = Pick<PosDeps, 'db' | 'invoices' | 'tillSessions' | 'people' | 'stock'>

/** Begins an invoice at an open till. */
export const createInvoice = async (
  deps: InvoiceDeps,
  workspaceId: Id,
  { sessionId, clientId, items, applyClientDiscount }: NewInvoice,
  createdBy: Id,
): Promise<StoredInvoice> => {
  const { currencyCode } = await getOpenTill(deps, workspaceId, sessionId)
  const client = clientId === null ? null : await getClient(deps, workspaceId, clientId)
  await checkItems(deps, workspaceId, items)
  const own = applyClientDiscount ? client?.discount : null
  const discounts = own ? [toClientDiscount(newId(), own, currencyCode)] : []
  const record = {
    ...computeLines({ items: items.map((item) => toItem(newId(), item)), discounts }, currencyCode),
    sessionId,
    clientId,
    clientName: client?.name ?? null,
    reference: null,
    currencyCode,
    createdBy,
  }
  return deps.db.transaction((tx) => insertInvoice(deps, tx, workspaceId, record))
}

type DraftOrder = {
  reference: InvoiceReference
  clientId: Id | null
  items: readonly StoredItem[]
  discounts: readonly StoredDiscount[]
  currencyCode: string
  createdBy: Id
}

/** Makes the draft of a session or lab test, once: `isNew` is false when it has one that is not void. */
export const createDraftFor = async (
  deps: Omit<InvoiceDeps, 'stock'>,
  workspaceId: Id,
  { items, discounts, ...order }: DraftOrder,
): Promise<{ invoice: StoredInvoice; isNew: boolean }> => {
  const findKnown = () => deps.invoices.findOpenByReference(workspaceId, order.reference)
  const known = await findKnown()
  if (known) return { invoice: known, isNew: false }
  const client = order.clientId === null ? null : await getClient(deps, workspaceId, order.clientId)
  const record = {
    ...computeLines({ items, discounts }, order.currencyCode),
    ...order,
    sessionId: null,
    clientName: client?.name ?? null,
  }
  try {
    const invoice = await deps.db.transaction((tx) => insertInvoice(deps, tx, workspaceId, record))
    return { invoice, isNew: true }
  } catch (error) {
    const faster = isConflict(error) ? await findKnown() : null
    if (!faster) throw error
    return { invoice: faster, isNew: false }
  }
}

/** Changes the lines of a draft and computes everything that follows from them again. */
export const changeDraft = (
  deps: Pick<InvoiceDeps, 'db' | 'invoices' | 'tillSessions'>,
  workspaceId: Id,
  invoiceId: Id,
  change: (draft: StoredInvoice) => { items?: readonly StoredItem[]; discounts?: readonly StoredDiscount[] },
): Promise<StoredInvoice> =>
  deps.db.transaction(async (tx) => {
    const draft = await deps.invoices.get(workspaceId, invoiceId)
    checkDraft(draft)
    await requireOpenTill(deps, draft)
    const lines = computeLines({ ...draft, ...change(draft) }, draft.currencyCode)
    const changed = await deps.invoices.change(draft, lines)
    publishInvoiceChanged(tx, changed)
    return changed
  })

/** NOT_FOUND when an item names a product or service that the workspace does not have. */
export const checkItems = async (
  deps: Pick<InvoiceDeps, 'people' | 'stock'>,
  workspaceId: Id,
  items: readonly Pick<NewInvoiceItem, 'productId' | 'serviceId'>[],
): Promise<void> => {
  await Promise.all([checkServices(deps, workspaceId, items), checkProducts(deps, workspaceId, items)])
}

const checkServices = async (
  { people }: Pick<InvoiceDeps, 'people'>,
  workspaceId: Id,
  items: readonly Pick<NewInvoiceItem, 'serviceId'>[],
): Promise<void> => {
  const serviceIds = [...new Set(items.flatMap(({ serviceId }) => serviceId ?? []))]
  if (serviceIds.length === 0) return
  const { services } = await people.getServices({ workspaceId, serviceIds })
  if (services.length < serviceIds.length) throw notFound('Service')
}

const productsDeadlineMs = 1000

/** The till goes on without storefront: what it cannot be asked now, finalize asks. */
const checkProducts = async (
  { stock }: Pick<InvoiceDeps, 'stock'>,
  workspaceId: Id,
  items: readonly Pick<NewInvoiceItem, 'productId'>[],
): Promise<void> => {
  const productIds = [...new Set(items.flatMap(({ productId }) => productId ?? []))]
  if (productIds.length === 0) return
  const known = await stock
    .getProducts({ workspaceId, productIds }, { deadlineMs: productsDeadlineMs })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.status >= 500) return null
      throw error
    })
  if (known && known.products.length < productIds.length) throw notFound('Product')
}

const insertInvoice = async (
  { invoices }: Pick<InvoiceDeps, 'invoices'>,
  tx: Tx,
  workspaceId: Id,
  record: NewInvoiceRecord,
): Promise<StoredInvoice> => {
  const created = await invoices.insert(workspaceId, record)
  publishInvoiceChanged(tx, created)
  return created
}

const getClient = async ({ people }: Pick<InvoiceDeps, 'people'>, workspaceId: Id, clientId: Id) => {
  const { client } = await people.getClient({ workspaceId, clientId })
  if (!client) throw notFound('Client')
  return client
}
