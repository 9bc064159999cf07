import type { Principal } from '@wp/auth'
import { handle, reply } from '@wp/http'
import { iso } from '@wp/kernel'
import { requireRecentProof } from '../sessions/reauthentication.actions.ts'
import { confirmAdminTotp, getAdminMfaStatus, setUpAdminTotp } from './admin-mfa.contract.ts'
import * as enrolment from './mfa-enrolment.actions.ts'
import type { MfaDeps } from './mfa-enrolment.actions.ts'
import * as routes from './mfa.contract.ts'
import { asksForFactor, phoneHint } from './mfa.rules.ts'
import { toMethod, toTotpSetup } from './mfa.view.ts'

type Confirmation = { principal: Principal; body: { code: string; methodId?: string | undefined } }

/** Members of a workspace and admins of the platform enrol an authenticator app in the same way. */
export const mfaHandlers = (deps: MfaDeps) => {
  const proven = { guard: requireRecentProof(deps) }

  const setUpTotp = async ({ principal }: { principal: Principal }) =>
    reply(200, await toTotpSetup(await enrolment.setUpTotp(deps, principal.accountId)))

  const confirmTotp = async ({ principal, body }: Confirmation) => {
    const { factor, ...codes } = await enrolment.confirmTotp(deps, principal, body)
    return reply(200, { method: toMethod(factor), ...codes })
  }

  return [
    handle(routes.setUpTotp, setUpTotp, proven),
    handle(setUpAdminTotp, setUpTotp, proven),
    handle(routes.confirmTotp, confirmTotp, proven),
    handle(confirmAdminTotp, confirmTotp, proven),

    handle(
      routes.startPhone,
      async ({ principal: { accountId }, workspaceId, body, ip }) => {
        const phone = body?.phone ?? (await deps.workspaces.get(workspaceId)).phone
        const { id, expiresAt } = await enrolment.startPhone(deps, { accountId, workspaceId, phone, ip })
        return reply(200, { challengeId: id, expiresAt: iso(expiresAt), hint: phoneHint(phone) })
      },
      proven,
    ),

    handle(
      routes.verifyPhone,
      async ({ principal, workspaceId, body }) =>
        reply(200, { method: toMethod(await enrolment.verifyPhone(deps, principal, workspaceId, body)) }),
      proven,
    ),

    handle(routes.listMethods, async ({ principal }) => {
      const methods = await deps.factors.listConfirmed(principal.accountId)
      return reply(200, { methods: methods.map(toMethod) })
    }),

    handle(getAdminMfaStatus, async ({ principal }) => {
      const methods = await deps.factors.listConfirmed(principal.accountId)
      return reply(200, { enabled: asksForFactor(methods), methods: methods.map(toMethod) })
    }),

    handle(
      routes.makeMethodPrimary,
      async ({ principal, params: { methodId } }) =>
        reply(200, { method: toMethod(await enrolment.makeMethodPrimary(deps, principal, methodId)) }),
      proven,
    ),

    handle(
      routes.deleteMethod,
      async ({ principal, params: { methodId } }) => {
        await enrolment.deleteMethod(deps, principal, methodId)
        return reply(204)
      },
      proven,
    ),

    handle(
      routes.generateBackupCodes,
      async ({ principal }) => reply(200, { codes: await enrolment.generateBackupCodes(deps, principal) }),
      proven,
    ),

    handle(
      routes.regenerateBackupCodes,
      async ({ principal }) => reply(200, { codes: await enrolment.regenerateBackupCodes(deps, principal) }),
      proven,
    ),

    handle(routes.countBackupCodes, async ({ principal }) =>
      reply(200, { count: await enrolment.countBackupCodes(deps, principal.accountId) }),
    ),
  ]
}
