import { invalid } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { PosDeps } from '../deps.ts'
import type { InvoiceRecipient } from './invoice.contract.ts'
import { publishInvoiceSent } from './invoice.events.ts'

/** Sends a finalized invoice to its client, or to the given address. Returns the address. */
export const sendInvoice = async (
  { db, invoices, people }: Pick<PosDeps, 'db' | 'invoices' | 'people'>,
  workspaceId: Id,
  invoiceId: Id,
  { email: given, language }: InvoiceRecipient,
  actorId: Id,
): Promise<string> => {
  const { clientId } = await invoices.get(workspaceId, invoiceId)
  const { client } = clientId === null ? {} : await people.getClient({ workspaceId, clientId })
  return db.transaction(async (tx) => {
    const invoice = await invoices.get(workspaceId, invoiceId)
    if (invoice.number === null || invoice.status === 'void')
      throw invalid(
        'status',
        `must be finalized, paid or refunded to send the invoice, but is ${invoice.status}`,
      )
    const email = given ?? client?.email
    if (!email) throw invalid('email', 'is required because the client has no email address')
    const name = client?.name ?? invoice.clientName
    publishInvoiceSent(tx, invoice, { name, email, language: language ?? client?.language ?? null }, actorId)
    return email
  })
}
