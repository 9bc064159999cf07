import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import { verificationMail } from '../messages/mail.rules.ts'
import { sendToken } from '../messages/message.actions.ts'
import { countVerification } from '../throttling/login-limit.actions.ts'

/** Verifies the email address that the token was sent to. The token works once. */
export const verifyEmail = (deps: IdentityDeps, token: string): Promise<void> =>
  deps.db.transaction(async () => {
    const purpose = 'email-verification'
    const digest = deps.digester.digest(purpose, token)
    const used = await deps.accountTokens.useIf(purpose, digest, deps.clock.now())
    if (!used) throw invalidVerificationToken()
    const account = await deps.accounts.markVerified(used.accountId, deps.clock.now())
    await deps.audit.record({
      actorId: account.id,
      actorKind: account.isAdmin ? 'admin' : 'member',
      workspaceId: null,
      action: 'email.verified',
      targetType: 'account',
      targetId: account.id,
    })
  })

/**
 * Resends the verification email unless the address is already verified. Throws RATE_LIMITED after too many emails.
 */
export const sendVerification = async (
  deps: IdentityDeps,
  accountId: Id,
  workspaceId: Id | null,
): Promise<void> => {
  const account = await deps.accounts.getCaller(accountId)
  if (account.emailVerifiedAt) return
  await countVerification(deps, accountId)
  const workspace = workspaceId && (await deps.workspaces.find(workspaceId))
  await sendToken(deps, account, verificationMail(workspace || null))
}

const invalidVerificationToken = () =>
  new AppError(
    'VALIDATION_FAILED',
    'This token is invalid, has expired or was already used; request a new email',
    {
      details: [{ path: 'token', message: 'is invalid or has expired' }],
    },
  )
