import { AppError, fromMinor } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { SchedulingDeps } from '../deps.ts'
import type { StoredOfferedService } from '../offered-services/offered-service.store.ts'
import { publishSessionChanged } from './session.events.ts'
import type { StoredInvoice, StoredSession } from './session.store.ts'

type InvoiceDeps = Pick<SchedulingDeps, 'db' | 'sessions' | 'offeredServices' | 'invoicing' | 'sessionView'>

/**
 * Creates a session's draft invoice in pos. `isNew` is false when the session already has an invoice that is not
 * void.
 */
export const createSessionInvoice = async (
  deps: InvoiceDeps,
  workspaceId: Id,
  sessionId: Id,
  createdBy: Id,
): Promise<{ session: StoredSession; isNew: boolean }> => {
  const session = await deps.sessions.get(workspaceId, sessionId)
  if (session.invoice && session.invoice.status !== 'void') return { session, isNew: false }
  const { invoice, isNew } = await createDraft(deps, session, createdBy)
  return { session: await recordInvoice(deps, session, invoice), isNew }
}

const createDraft = async (
  { invoicing, offeredServices }: InvoiceDeps,
  session: StoredSession,
  createdBy: Id,
) => {
  const { invoice, created } = await invoicing.createDraftInvoice({
    workspaceId: session.workspaceId,
    reference: { type: 'session', id: session.id },
    clientId: session.clientId,
    items: toItems(session, await offeredServices.listBooked(session.workspaceId, session.services)),
    discounts: [],
    createdBy,
  })
  if (!invoice) throw new AppError('UNAVAILABLE', 'The invoice could not be created; try again')
  const { id, version, number = null, status, totalMinor, currencyCode } = invoice
  const total = fromMinor(totalMinor, currencyCode)
  return { invoice: { id, version, number, status, total }, isNew: created }
}

/** Changes nothing when an event from pos has already stored this version of the invoice or a newer one. */
const recordInvoice = (
  deps: InvoiceDeps,
  { id, workspaceId }: StoredSession,
  invoice: StoredInvoice,
): Promise<StoredSession> =>
  deps.db.transaction(async (tx) => {
    const updated = await deps.sessions.setInvoiceIf(workspaceId, id, invoice)
    if (updated) publishSessionChanged(deps, tx, 'updated', updated)
    return updated ?? deps.sessions.get(workspaceId, id)
  })

/** Returns one line per service with its quantity; a service without a price costs nothing. */
const toItems = (session: StoredSession, booked: readonly StoredOfferedService[]) =>
  [...new Set(booked)].map((service) => ({
    name: session.services.find(({ serviceId }) => serviceId === service.id)?.name ?? service.name,
    quantity: session.services.filter(({ serviceId }) => serviceId === service.id).length,
    unitPrice: service.price ?? 0,
    serviceId: service.id,
    ...(service.taxRateId && { taxRateId: service.taxRateId }),
  }))
