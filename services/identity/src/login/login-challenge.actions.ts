import { AppError, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { IdentityDeps } from '../deps.ts'
import type { RequestOrigin } from '../login-sessions/login-session.types.ts'
import type { ChallengePurpose, StoredChallenge } from '../mfa/challenge.store.ts'
import {
  newPhoneCode,
  openSecret,
  sendPhoneCode,
  toPhoneCodeDigest,
  useCode,
} from '../mfa/mfa-code.actions.ts'
import { invalidCode, phoneHint, resendAfterMs } from '../mfa/mfa.rules.ts'
import { countSms, reserveCode } from '../throttling/login-limit.actions.ts'
import { issueAdminTokens, issueTokens } from './login.actions.ts'

type Answer = { challengeId: Id; methodId?: Id | undefined; code: string }

/**
 * Sends a new code to the account's phone. Throws RATE_LIMITED when it is too early for another code or too many were
 * sent.
 */
export const sendLoginCode = async (
  deps: IdentityDeps,
  { challengeId, methodId }: { challengeId: Id; methodId?: Id | undefined },
  ip: string,
): Promise<{ expiresAt: Date; hint: string }> => {
  const challenge = await deps.challenges.findOpen(challengeId, 'login')
  if (!challenge) throw invalidCode()
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
  throw new AppError('RATE_LIMITED', 'Too many codes were sent; wait a minute or log in again', {
    retryAfterSeconds: resendAfterMs / 1000,
  })
}

export const verifyLogin = (deps: IdentityDeps, answer: Answer, origin: RequestOrigin) =>
  verifyAnswer(deps, 'login', answer, (account, { workspaceId }) =>
    issueTokens(deps, account, workspaceId!, origin),
  )

export const verifyAdminLogin = (deps: IdentityDeps, answer: Answer, origin: RequestOrigin) =>
  verifyAnswer(deps, 'admin-login', answer, (account) => issueAdminTokens(deps, account, origin))

/** Checks the code, closes the challenge and issues the tokens in one transaction. */
const verifyAnswer = async <Login>(
  deps: IdentityDeps,
  purpose: ChallengePurpose,
  { challengeId, methodId, code }: Answer,
  issue: (account: StoredAccount, challenge: StoredChallenge) => Promise<Login>,
): Promise<Login> => {
  const challenge = await deps.challenges.attemptIf(challengeId, purpose)
  if (!challenge) throw invalidCode()
  const { accountId, workspaceId } = challenge
  const reservation = await reserveCode(deps, accountId)
  const verified = await reservation.run(() =>
    deps.db.transaction(async () => {
      if (!(await useCode(deps, accountId, code, { methodId, challenge }))) return null
      if (!(await deps.challenges.closeIf(challenge.id))) throw invalidCode()
      return { login: await issue(await deps.accounts.lock(accountId), challenge) }
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
  throw invalidCode()
}
