import { handle, reply } from '@wp/http'
import { iso } from '@wp/kernel'
import { WorkspaceUpdated } from '@wp/workspaces'
import type { Identity } from '../parts.ts'
import { recentProof } from '../sessions/reauthentication.ts'
import { workspaceState } from '../workspaces/workspace.rules.ts'
import {
  confirmTotp,
  countBackupCodes,
  deleteMethod,
  generateBackupCodes,
  listMethods,
  makeMethodPrimary,
  regenerateBackupCodes,
  setUpTotp,
  startPhone,
  verifyPhone,
} from './mfa.contract.ts'
import { phoneHint, shownMethod, wrongCode } from './mfa.rules.ts'
import { qrCodeOf } from './qr-code.ts'

export const mfaHandlers = (parts: Identity) => {
  const { db, factors, challenges, enrolment, codes, phones, workspaces, limits } = parts
  const proven = { guard: recentProof(parts) }

  return [
    handle(
      setUpTotp,
      async ({ principal }) => {
        const setup = await enrolment.setUpTotp(principal.accountId)
        return reply(200, { ...setup, qrCode: await qrCodeOf(setup.otpauthUrl) })
      },
      proven,
    ),

    handle(
      confirmTotp,
      async ({ principal, body }) => {
        const { factor, backupCodes } = await enrolment.confirmTotp(principal, body.code, body.methodId)
        return reply(200, { method: shownMethod(factor), ...(backupCodes && { backupCodes }) })
      },
      proven,
    ),

    handle(
      startPhone,
      async ({ principal, workspaceId, body }) => {
        const phone = body?.phone ?? (await workspaces.get(workspaceId)).phone
        const challenge = await phones.startEnrolment(principal.accountId, workspaceId, phone)
        return reply(200, {
          challengeId: challenge.id,
          expiresAt: iso(challenge.expiresAt),
          hint: phoneHint(phone),
        })
      },
      proven,
    ),

    handle(
      verifyPhone,
      async ({ principal, workspaceId, body: { challengeId, code } }) => {
        const challenge = await challenges.attempt(challengeId, 'enrol-phone', principal.accountId)
        if (!challenge) throw wrongCode()
        const places = await limits.holdCode(principal.accountId)
        const isRight = await places.judge(async () => codes.isSentCode(challenge, null, code))
        if (!isRight) throw wrongCode()
        const phone = phones.phoneOf(challenge)
        const factor = await db.transaction(async (tx) => {
          if (!(await challenges.close(challenge.id))) throw wrongCode()
          const workspace = await workspaces.markPhoneVerified(workspaceId, phone)
          if (workspace)
            tx.publish(WorkspaceUpdated, { workspaceId, data: { workspace: workspaceState(workspace) } })
          return enrolment.enrolPhone(principal, phone)
        })
        return reply(200, { method: shownMethod(factor) })
      },
      proven,
    ),

    handle(listMethods, async ({ principal }) => {
      const methods = await factors.listConfirmed(principal.accountId)
      return reply(200, { methods: methods.map(shownMethod) })
    }),

    handle(
      makeMethodPrimary,
      async ({ principal, params }) => {
        const factor = await enrolment.makePrimary(principal, params.methodId)
        return reply(200, { method: shownMethod(factor) })
      },
      proven,
    ),

    handle(
      deleteMethod,
      async ({ principal, params }) => {
        await enrolment.remove(principal, params.methodId)
        return reply(204)
      },
      proven,
    ),

    handle(
      generateBackupCodes,
      async ({ principal }) => reply(200, { codes: await enrolment.generateCodes(principal) }),
      proven,
    ),

    handle(
      regenerateBackupCodes,
      async ({ principal }) => reply(200, { codes: await enrolment.regenerateCodes(principal) }),
      proven,
    ),

    handle(countBackupCodes, async ({ principal }) =>
      reply(200, { count: await enrolment.countCodes(principal.accountId) }),
    ),
  ]
}
