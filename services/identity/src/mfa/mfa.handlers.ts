import type { Principal } from '@wp/auth'
import { handle, reply } from '@wp/http'
import { iso } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import { requireRecentAuthentication } from '../guards/recent-authentication.actions.ts'
import { confirmAdminTotp, getAdminMfaStatus, setUpAdminTotp } from './admin-mfa.contract.ts'
import * as enrolment from './mfa-enrolment.actions.ts'
import * as routes from './mfa.contract.ts'
import { requiresFactor, phoneHint } from './mfa.rules.ts'
import { toMethod, toTotpSetup } from './mfa.view.ts'

type Confirmation = { principal: Principal; body: { code: string; methodId?: string | undefined } }

/** Members and admins enroll an authenticator app in the same way. */
export const mfaHandlers = (deps: IdentityDeps) => {
  const recent = { guard: requireRecentAuthentication(deps) }

  const setUpTotp = async ({ principal }: { principal: Principal }) =>
    reply(200, await toTotpSetup(await enrolment.setUpTotp(deps, principal.accountId)))

  const confirmTotp = async ({ principal, body }: Confirmation) => {
    const { factor, ...codes } = await enrolment.confirmTotp(deps, principal, body)
    return reply(200, { method: toMethod(factor), ...codes })
  }

  return [
    handle(routes.setUpTotp, setUpTotp, recent),
    handle(setUpAdminTotp, setUpTotp, recent),
    handle(routes.confirmTotp, confirmTotp, recent),
    handle(confirmAdminTotp, confirmTotp, recent),

    handle(
      routes.startPhone,
      async ({ principal: { accountId }, workspaceId, body, ip }) => {
        const phone = body?.phone ?? (await deps.workspaces.get(workspaceId)).phone
        const { id, expiresAt } = await enrolment.startPhone(deps, { accountId, workspaceId, phone, ip })
        return reply(200, { challengeId: id, expiresAt: iso(expiresAt), hint: phoneHint(phone) })
      },
      recent,
    ),

    handle(
      routes.verifyPhone,
      async ({ principal, workspaceId, body }) =>
        reply(200, { method: toMethod(await enrolment.verifyPhone(deps, principal, workspaceId, body)) }),
      recent,
    ),

    handle(routes.listMethods, async ({ principal }) => {
      const methods = await deps.factors.listConfirmed(principal.accountId)
      return reply(200, { methods: methods.map(toMethod) })
    }),

    handle(getAdminMfaStatus, async ({ principal }) => {
      const methods = await deps.factors.listConfirmed(principal.accountId)
      return reply(200, { enabled: requiresFactor(methods), methods: methods.map(toMethod) })
    }),

    handle(
      routes.makeMethodPrimary,
      async ({ principal, params: { methodId } }) =>
        reply(200, { method: toMethod(await enrolment.makeMethodPrimary(deps, principal, methodId)) }),
      recent,
    ),

    handle(
      routes.deleteMethod,
      async ({ principal, params: { methodId } }) => {
        await enrolment.deleteMethod(deps, principal, methodId)
        return reply(204)
      },
      recent,
    ),

    handle(
      routes.generateBackupCodes,
      async ({ principal }) => reply(200, { codes: await enrolment.generateBackupCodes(deps, principal) }),
      recent,
    ),

    handle(
      routes.regenerateBackupCodes,
      async ({ principal }) => reply(200, { codes: await enrolment.regenerateBackupCodes(deps, principal) }),
      recent,
    ),

    handle(routes.countBackupCodes, async ({ principal }) =>
      reply(200, { count: await enrolment.countBackupCodes(deps, principal.accountId) }),
    ),
  ]
}
