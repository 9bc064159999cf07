import { holds } from '@wp/auth'
import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import { createSessionInvoice } from './session-invoice.actions.ts'
import * as routes from './session-invoice.contract.ts'
import { withoutContents } from './session.rules.ts'

type InvoiceDeps = Pick<SchedulingDeps, 'db' | 'sessions' | 'offeredServices' | 'invoicing' | 'sessionView'>

export const sessionInvoiceHandlers = (deps: InvoiceDeps) => [
  handle(routes.createSessionInvoice, async ({ workspaceId, principal, params: { sessionId } }) => {
    const { session, isNew } = await createSessionInvoice(deps, workspaceId, sessionId, principal.accountId)
    return reply(isNew ? 201 : 200, {
      invoice: session.invoice!,
      session: deps.sessionView.toSession(
        holds(principal, 'sessions.view') ? session : withoutContents(session),
      ),
    })
  }),
]
