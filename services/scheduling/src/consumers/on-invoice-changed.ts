import { defineConsumer } from '@wp/bus'
import { InvoiceChanged } from '@wp/pos/contract'
import { SessionChanged } from '../events.ts'
import type { Scheduling } from '../service.ts'
import { shownSession } from '../sessions/shown-session.ts'

/** The invoice of a session follows what the till does with it. */
export const onInvoiceChanged = ({ sessions, publicUrl }: Scheduling) =>
  defineConsumer({
    name: 'session-invoices',
    events: [InvoiceChanged],
    handle: async ({ workspaceId, data: { invoice } }, tx) => {
      const { id, version, number, status, total, reference } = invoice
      if (!workspaceId || reference?.type !== 'session') return
      const session = await sessions.setInvoice(workspaceId, reference.id, {
        id,
        version,
        number,
        status,
        total,
      })
      if (session)
        tx.publish(SessionChanged, { workspaceId, data: { session: shownSession(session, publicUrl) } })
    },
  })
