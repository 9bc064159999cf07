import { defineConsumer } from '@wp/bus'
import { InvoiceChanged } from '@wp/pos/contract'
import type { SchedulingDeps } from '../deps.ts'
import { publishSessionChanged } from '../sessions/session.events.ts'

/** Updates the invoice copy that is stored in a session. */
export const onInvoiceChanged = (deps: Pick<SchedulingDeps, 'sessions' | 'sessionView'>) =>
  defineConsumer({
    name: 'session-invoices',
    events: [InvoiceChanged],
    ignores: ({ data: { invoice } }) => invoice.reference?.type !== 'session',
    handle: async ({ workspaceId, data: { invoice } }, tx) => {
      const { id, version, number, status, total, reference } = invoice
      if (!workspaceId || reference?.type !== 'session') return
      const news = { id, version, number, status, total }
      const session = await deps.sessions.setInvoiceIf(workspaceId, reference.id, news)
      if (session) publishSessionChanged(deps, tx, 'updated', session)
    },
    inBatches: true,
  })
