import { AppError, isConflict, newId, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { requireActiveTaxRate, taxOf } from '@wp/workspaces'
import type { ItemTax } from '@wp/workspaces'
import type { PosDeps } from '../deps.ts'
import type { InvoiceReference, NewInvoice, NewInvoiceItem } from './invoice.contract.ts'
import { publishInvoiceChanged } from './invoice.events.ts'
import { checkVariants, computeLines, toClientDiscount, toItem, toTaxRateIds } from './invoice.rules.ts'
import type { ResolvedTax, Taxed } from './invoice.rules.ts'
import type { NewInvoiceRecord, StoredDiscount, StoredInvoice, StoredItem } from './invoice.types.ts'

type InvoiceDeps = Pick<PosDeps, 'db' | 'invoices' | 'tillSessions' | 'people' | 'stock' | 'workspaces'>

/** Creates a draft at an open till. */
export const createInvoice = async (
  deps: InvoiceDeps,
  workspaceId: Id,
  { sessionId, clientId, items, applyClientDiscount }: NewInvoice,
  createdBy: Id,
): Promise<StoredInvoice> => {
  const { currencyCode } = await deps.tillSessions.getOpen(workspaceId, sessionId)
  const client = clientId === null ? null : await getClient(deps, workspaceId, clientId)
  const taxes = await resolveItems(deps, workspaceId, items)
  const discount = applyClientDiscount ? client?.discount : null
  const discounts = discount ? [toClientDiscount(newId(), discount, currencyCode)] : []
  const record = {
    ...computeLines(
      { items: items.map((item, at) => toItem(newId(), item, taxes[at]!)), discounts },
      currencyCode,
    ),
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
  deps: Omit<InvoiceDeps, 'stock' | 'workspaces'>,
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

type ItemSource = Pick<NewInvoiceItem, 'productId' | 'variantId' | 'serviceId' | 'taxRateId'>

/**
 * Returns the tax of each item: its own rate, or that of its product or service; `unknown` for a product
 * while storefront is unavailable. Throws NOT_FOUND when an item refers to a product, variant or service that
 * the workspace does not have, and VALIDATION_FAILED for a rate that is not active and for a product without
 * the variant that is sold.
 */
export const resolveItems = async (
  deps: Pick<InvoiceDeps, 'people' | 'stock' | 'workspaces'>,
  workspaceId: Id,
  items: readonly ItemSource[],
  toPath = (at: number, field: string) => `items.${at}.${field}`,
): Promise<ResolvedTax[]> => {
  const [services, products, workspace] = await Promise.all([
    getServices(deps, workspaceId, items),
    getProducts(deps, workspaceId, items),
    deps.workspaces.find(workspaceId),
  ])
  if (products) checkVariants(items, products, (at) => toPath(at, 'variantId'))
  const taxRates = workspace?.taxRates ?? []
  const inherited = toTaxRateIds([...services, ...(products ?? [])])
  return items.map(({ taxRateId, productId, variantId, serviceId }, at) => {
    requireActiveTaxRate(taxRates, taxRateId, toPath(at, 'taxRateId'))
    if (taxRateId === undefined && productId !== null && products === null) return 'unknown'
    const source = variantId ?? productId ?? serviceId ?? ''
    return taxOf(taxRates, taxRateId === undefined ? inherited.get(source) : taxRateId)
  })
}

/** Returns the tax of a changed item; undefined when the change does not set it. */
export const resolveTaxChange = async (
  { workspaces }: Pick<InvoiceDeps, 'workspaces'>,
  workspaceId: Id,
  taxRateId: Id | null | undefined,
): Promise<ItemTax | null | undefined> => {
  if (taxRateId === undefined) return undefined
  const taxRates = (await workspaces.find(workspaceId))?.taxRates ?? []
  requireActiveTaxRate(taxRates, taxRateId)
  return taxOf(taxRates, taxRateId)
}

type SoldProduct = Taxed & { variants: readonly Taxed[] }

const getServices = async (
  { people }: Pick<InvoiceDeps, 'people'>,
  workspaceId: Id,
  items: readonly ItemSource[],
): Promise<readonly Taxed[]> => {
  const serviceIds = [...new Set(items.flatMap(({ serviceId }) => serviceId ?? []))]
  if (serviceIds.length === 0) return []
  const { services } = await people.getServices({ workspaceId, serviceIds })
  if (services.length < serviceIds.length) throw notFound('Service')
  return services
}

const productsDeadlineMs = 1000

/**
 * Returns null while storefront is down, so that the till keeps working. Finalizing then fetches the taxes,
 * and fails for an unknown product or a missing variant.
 */
const getProducts = async (
  { stock }: Pick<InvoiceDeps, 'stock'>,
  workspaceId: Id,
  items: readonly ItemSource[],
): Promise<readonly SoldProduct[] | null> => {
  const productIds = [...new Set(items.flatMap(({ productId }) => productId ?? []))]
  if (productIds.length === 0) return []
  const found = await stock
    .getProducts({ workspaceId, productIds }, { deadlineMs: productsDeadlineMs })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.status >= 500) return null
      throw error
    })
  if (found && found.products.length < productIds.length) throw notFound('Product')
  return found?.products ?? null
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
