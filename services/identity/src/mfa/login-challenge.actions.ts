import { AppError, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { IdentityDeps } from '../deps.ts'
import { issueAdminTokens, issueTokens } from '../login/login.actions.ts'
import type { IssueTokensDeps } from '../login/login.actions.ts'
import type { Origin } from '../sessions/login-session.actions.ts'
import { countSms, reserveCode } from '../throttling/login-limit.actions.ts'
import type { LoginLimitDeps, SmsLimitDeps } from '../throttling/login-limit.actions.ts'
import type { ChallengePurpose, StoredChallenge } from './challenge.store.ts'
import { newPhoneCode, openSecret, sendPhoneCode, toPhoneCodeDigest, useCode } from './mfa-code.actions.ts'
import type { SendCodeDeps, UseCodeDeps } from './mfa-code.actions.ts'
import { phoneHint, resendAfterMs, wrongCode } from './mfa.rules.ts'

type Answer = { challengeId: Id; methodId?: Id | undefined; code: string }

type VerifyDeps = IssueTokensDeps & LoginLimitDeps & UseCodeDeps & Pick<IdentityDeps, 'challenges'>
type SendLoginCodeDeps = SendCodeDeps &
  SmsLimitDeps &
  Pick<IdentityDeps, 'db' | 'factors' | 'challenges' | 'digester'>

export type LoginChallengeDeps = VerifyDeps & SendLoginCodeDeps

/** Sends a new code to the account's phone; RATE_LIMITED when no other may be sent now. */
export const sendLoginCode = async (
  deps: SendLoginCodeDeps,
  { challengeId, methodId }: { challengeId: Id; methodId?: Id | undefined },
  ip: string,
): Promise<{ expiresAt: Date; hint: string }> => {
  const challenge = await deps.challenges.findOpen(challengeId, 'login')
  if (!challenge) throw wrongCode()
  const { accountId, workspaceId } = challenge
  const factor = await deps.factors.findConfirmed(accountId, 'phone')
  if (!factor || (methodId !== undefined && factor.id !== methodId)) throw notFound('Phone')
  const phone = await openSecret(deps, factor)
  const code = newPhoneCode()
  const counted = await countSms(deps, { accountId, phone, ip })
  const sent = await deps.db.transaction(async () => {
    const updated = await deps.challenges.resendIf(
      challenge.id,
      toPhoneCodeDigest(deps, challenge.id, code),
      factor.id,
    )
    if (updated) await sendPhoneCode(deps, phone, code, workspaceId)
    return updated
  })
  if (sent) return { expiresAt: sent.expiresAt, hint: phoneHint(phone) }
  await counted.undo()
  throw new AppError('RATE_LIMITED', 'A code was sent just now, or too often: wait, or log in again', {
    retryAfterSeconds: resendAfterMs / 1000,
  })
}

export const verifyLogin = (deps: VerifyDeps, answer: Answer, origin: Origin) =>
  verifyAnswer(deps, 'login', answer, (account, { workspaceId }) =>
    issueTokens(deps, account, workspaceId!, origin),
  )

export const verifyAdminLogin = (deps: VerifyDeps, answer: Answer, origin: Origin) =>
  verifyAnswer(deps, 'admin-login', answer, (account) => issueAdminTokens(deps, account, origin))

/** Whoever answers with a right code, once, while the challenge is open, gets `issue` in the same transaction. */
const verifyAnswer = async <Login>(
  deps: VerifyDeps,
  purpose: ChallengePurpose,
  { challengeId, methodId, code }: Answer,
  issue: (account: StoredAccount, challenge: StoredChallenge) => Promise<Login>,
): Promise<Login> => {
  const challenge = await deps.challenges.attemptIf(challengeId, purpose)
  if (!challenge) throw wrongCode()
  const { accountId, workspaceId } = challenge
  const reservation = await reserveCode(deps, accountId)
  const verified = await reservation.run(() =>
    deps.db.transaction(async () => {
      if (!(await useCode(deps, accountId, code, { methodId, challenge }))) return null
      if (!(await deps.challenges.closeIf(challenge.id))) throw wrongCode()
      return { login: await issue(await deps.accounts.get(accountId), challenge) }
    }),
  )
  if (verified) return verified.login
  await deps.audit.record({
    actorId: null,
    actorKind: 'visitor',
    workspaceId,
    action: 'mfa.failed',
    targetType: 'account',
    targetId: accountId,
  })
  throw wrongCode()
}
