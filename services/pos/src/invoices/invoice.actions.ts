import { AppError, isConflict, newId, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { PosDeps } from '../deps.ts'
import type { InvoiceReference, NewInvoice, NewInvoiceItem } from './invoice.contract.ts'
import { publishInvoiceChanged } from './invoice.events.ts'
import { computeLines, toClientDiscount, toItem } from './invoice.rules.ts'
import type { NewInvoiceRecord, StoredDiscount, StoredInvoice, StoredItem } from './invoice.types.ts'

type InvoiceDeps = Pick<PosDeps, 'db' | 'invoices' | 'tillSessions' | 'people' | 'stock'>

/** Creates a draft at an open till. */
export const createInvoice = async (
  deps: InvoiceDeps,
  workspaceId: Id,
  { sessionId, clientId, items, applyClientDiscount }: NewInvoice,
  createdBy: Id,
): Promise<StoredInvoice> => {
  const { currencyCode } = await deps.tillSessions.getOpen(workspaceId, sessionId)
  const client = clientId === null ? null : await getClient(deps, workspaceId, clientId)
  await checkItems(deps, workspaceId, items)
  const discount = applyClientDiscount ? client?.discount : null
  const discounts = discount ? [toClientDiscount(newId(), discount, currencyCode)] : []
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

type NewDraft = {
  reference: InvoiceReference
  clientId: Id | null
  items: readonly StoredItem[]
  discounts: readonly StoredDiscount[]
  currencyCode: string
  createdBy: Id
}

/** Creates a draft for a session or lab test; `isNew` is false when it already has an invoice that is not void. */
export const createDraftForReference = async (
  deps: Omit<InvoiceDeps, 'stock'>,
  workspaceId: Id,
  { items, discounts, ...draft }: NewDraft,
): Promise<{ invoice: StoredInvoice; isNew: boolean }> => {
  const findExisting = () => deps.invoices.findOpenByReference(workspaceId, draft.reference)
  const existing = await findExisting()
  if (existing) return { invoice: existing, isNew: false }
  const client = draft.clientId === null ? null : await getClient(deps, workspaceId, draft.clientId)
  const record = {
    ...computeLines({ items, discounts }, draft.currencyCode),
    ...draft,
    sessionId: null,
    clientName: client?.name ?? null,
  }
  try {
    const invoice = await deps.db.transaction((tx) => insertInvoice(deps, tx, workspaceId, record))
    return { invoice, isNew: true }
  } catch (error) {
    const concurrent = isConflict(error) ? await findExisting() : null
    if (!concurrent) throw error
    return { invoice: concurrent, isNew: false }
  }
}

/** Throws NOT_FOUND when an item refers to a product or service that the workspace does not have. */
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

/**
 * Accepts unchecked products while storefront is down, so that the till keeps working. Finalizing fails for a product
 * that does not exist.
 */
const checkProducts = async (
  { stock }: Pick<InvoiceDeps, 'stock'>,
  workspaceId: Id,
  items: readonly Pick<NewInvoiceItem, 'productId'>[],
): Promise<void> => {
  const productIds = [...new Set(items.flatMap(({ productId }) => productId ?? []))]
  if (productIds.length === 0) return
  const found = await stock
    .getProducts({ workspaceId, productIds }, { deadlineMs: productsDeadlineMs })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.status >= 500) return null
      throw error
    })
  if (found && found.products.length < productIds.length) throw notFound('Product')
}

const insertInvoice = async (
  { invoices }: Pick<InvoiceDeps, 'invoices'>,
  tx: Tx,
  workspaceId: Id,
  record: NewInvoiceRecord,
): Promise<StoredInvoice> => {
  const created = await invoices.insert(workspaceId, record)
  publishInvoiceChanged(tx, 'created', created)
  return created
}

const getClient = async ({ people }: Pick<InvoiceDeps, 'people'>, workspaceId: Id, clientId: Id) => {
  const { client } = await people.getClient({ workspaceId, clientId })
  if (!client) throw notFound('Client')
  return client
}
