import { defineRoute, workspace } from '@wp/http'
import { z } from 'zod'
import { Session, SessionInvoice } from './session.contract.ts'

const Invoiced = z.object({ invoice: SessionInvoice, session: Session })

export const createSessionInvoice = defineRoute({
  id: 'createSessionInvoice',
  method: 'POST',
  path: '/workspace/:workspaceId/sessions/:sessionId/invoice',
  summary: "Create a session's invoice",
  description:
    "Creates a draft with the session's services and their prices. Until the invoice is voided, repeated calls return it with status 200. Without sessions.view, the session in the reply has no field values, notes or attachments.",
  tag: 'Sessions',
  access: workspace('store.orders.manage'),
  idempotency: 'saga',
  replies: { 200: Invoiced, 201: Invoiced },
  fails: [400, 401, 403, 404, 409, 422],
})
