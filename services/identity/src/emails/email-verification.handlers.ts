import { handle, reply } from '@wp/http'
import { sendVerification, verifyEmail } from './email-verification.actions.ts'
import type { EmailVerificationDeps } from './email-verification.actions.ts'
import * as routes from './email-verification.contract.ts'

export const emailVerificationHandlers = (deps: EmailVerificationDeps) => [
  handle(routes.verifyEmail, async ({ body }) => {
    await verifyEmail(deps, body.token)
    return reply(204)
  }),

  handle(routes.sendVerification, async ({ principal }) => {
    await sendVerification(deps, principal.accountId)
    return reply(202, { message: 'If your address is not verified yet, a mail is on its way' })
  }),
]
