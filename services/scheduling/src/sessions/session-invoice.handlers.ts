import { handle, reply } from '@wp/http'
import { AppError, fromMinor } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StoredService } from '../services/service.store.ts'
import { SessionChanged } from '../events.ts'
import type { Scheduling } from '../service.ts'
import { createSessionInvoice } from './session-invoice.contract.ts'
import type { Session } from './session.contract.ts'
import type { StoredInvoice, StoredSession } from './session.store.ts'
import { shownSession } from './shown-session.ts'

export const sessionInvoiceHandlers = ({ db, sessions, services, invoicing, publicUrl }: Scheduling) => {
  const draft = async (session: StoredSession, createdBy: Id) => {
    const { invoice, created } = await invoicing.createDraftInvoice({
      workspaceId: session.workspaceId,
      reference: { type: 'session', id: session.id },
      clientId: session.clientId,
      items: items(session, await services.listBooked(session.workspaceId, session.services)),
      discounts: [],
      createdBy,
    })
    if (!invoice) throw new AppError('UNAVAILABLE', 'pos has answered without an invoice; please try again')
    const { id, version, number = null, status, totalMinor, currencyCode } = invoice
    return { created, invoice: { id, version, number, status, total: fromMinor(totalMinor, currencyCode) } }
  }

  const record = (session: StoredSession, invoice: StoredInvoice) =>
    db.transaction(async (tx) => {
      const { id, workspaceId } = session
      const stored = await sessions.setInvoice(workspaceId, id, invoice)
      const shown = shownSession(stored ?? (await sessions.get(workspaceId, id)), publicUrl)
      if (stored) tx.publish(SessionChanged, { workspaceId, data: { session: shown } })
      return shown
    })

  return [
    handle(createSessionInvoice, async ({ workspaceId, principal, params }) => {
      const before = await sessions.get(workspaceId, params.sessionId)
      if (before.invoice) return reply(200, invoiced(shownSession(before, publicUrl)))
      const { invoice, created } = await draft(before, principal.accountId)
      const session = await record(before, invoice)
      return reply(created ? 201 : 200, invoiced(session))
    }),
  ]
}

const invoiced = (session: Session) => ({ invoice: session.invoice!, session })

/** One line for each service, as often as it was booked; a service without a price costs nothing. */
const items = (session: StoredSession, booked: readonly StoredService[]) =>
  [...new Set(booked)].map((service) => ({
    name: session.services.find(({ serviceId }) => serviceId === service.id)?.name ?? service.name,
    quantity: session.services.filter(({ serviceId }) => serviceId === service.id).length,
    unitPrice: service.price ?? 0,
    serviceId: service.id,
  }))
