import { handle, reply } from '@wp/http'
import type { Identity } from '../parts.ts'
import { recentProof } from '../sessions/reauthentication.ts'
import { confirmAdminTotp, getAdminMfaStatus, setUpAdminTotp } from './admin-mfa.contract.ts'
import { asksForFactor, shownMethod } from './mfa.rules.ts'
import { qrCodeOf } from './qr-code.ts'

export const adminMfaHandlers = (parts: Identity) => {
  const { factors, enrolment } = parts
  const proven = { guard: recentProof(parts) }
  return [
    handle(
      setUpAdminTotp,
      async ({ principal }) => {
        const setup = await enrolment.setUpTotp(principal.accountId)
        return reply(200, { ...setup, qrCode: await qrCodeOf(setup.otpauthUrl) })
      },
      proven,
    ),

    handle(
      confirmAdminTotp,
      async ({ principal, body }) => {
        const { factor } = await enrolment.confirmTotp(principal, body.code, body.methodId)
        return reply(200, { method: shownMethod(factor) })
      },
      proven,
    ),

    handle(getAdminMfaStatus, async ({ principal }) => {
      const methods = await factors.listConfirmed(principal.accountId)
      return reply(200, { enabled: asksForFactor(methods), methods: methods.map(shownMethod) })
    }),
  ]
}
