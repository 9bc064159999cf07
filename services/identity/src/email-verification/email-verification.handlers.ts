import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { sendVerification, verifyEmail } from './email-verification.actions.ts'
import * as routes from './email-verification.contract.ts'

export const emailVerificationHandlers = (deps: IdentityDeps) => [
  handle(routes.verifyEmail, async ({ body }) => {
    await verifyEmail(deps, body.token)
    return reply(204)
  }),

  handle(routes.sendVerification, async ({ principal, workspaceId }) => {
    await sendVerification(deps, principal.accountId, workspaceId ?? null)
    return reply(202, { message: 'If your email address is not verified yet, you will receive an email' })
  }),
]
