import type { Id } from '@wp/kernel'
import { sendToken, toTokenDigest } from '../accounts/account-token.actions.ts'
import type { SendTokenDeps } from '../accounts/account-token.actions.ts'
import type { IdentityDeps } from '../deps.ts'
import { countVerification } from '../throttling/login-limit.actions.ts'
import { unusableVerification, verificationMail } from './email-verification.rules.ts'

type VerifyEmailDeps = Pick<
  IdentityDeps,
  'db' | 'clock' | 'digester' | 'accountTokens' | 'accounts' | 'audit'
>
type SendVerificationDeps = SendTokenDeps & Pick<IdentityDeps, 'accounts' | 'throttles'>

export type EmailVerificationDeps = VerifyEmailDeps & SendVerificationDeps

/** Uses the token up: whoever has read the mail owns the address. */
export const verifyEmail = (deps: VerifyEmailDeps, token: string): Promise<void> =>
  deps.db.transaction(async () => {
    const { purpose } = verificationMail
    const digest = toTokenDigest(deps, purpose, token)
    const used = await deps.accountTokens.useIf(purpose, digest, deps.clock.now())
    if (!used) throw unusableVerification()
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

/** Sends the mail of signup again, unless there is nothing left to show; RATE_LIMITED when that happens too often. */
export const sendVerification = async (deps: SendVerificationDeps, accountId: Id): Promise<void> => {
  const account = await deps.accounts.getCaller(accountId)
  if (account.emailVerifiedAt) return
  await countVerification(deps, accountId)
  await sendToken(deps, account, verificationMail)
}
