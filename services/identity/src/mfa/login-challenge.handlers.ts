import { handle, reply } from '@wp/http'
import { AppError, iso, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { Identity } from '../parts.ts'
import { resendAfterMs } from './challenge.store.ts'
import type { ChallengePurpose, StoredChallenge } from './challenge.store.ts'
import { sendLoginCode, verifyAdminLogin, verifyLogin } from './login-challenge.contract.ts'
import { wrongCode } from './mfa.rules.ts'

type Answer = { challengeId: Id; methodId?: Id | undefined; code: string }

export const loginChallengeHandlers = (parts: Identity) => {
  const { db, accounts, factors, challenges, codes, phones, limits, doorway, audit } = parts

  /** Whoever answers with a right code, once, while the challenge lives, gets `entry` in the same transaction. */
  const answered = async <Entry>(
    purpose: ChallengePurpose,
    { challengeId, methodId, code }: Answer,
    entry: (account: StoredAccount, challenge: StoredChallenge) => Promise<Entry>,
  ): Promise<Entry> => {
    const challenge = await challenges.attempt(challengeId, purpose)
    if (!challenge) throw wrongCode()
    const { accountId, workspaceId } = challenge
    const places = await limits.holdCode(accountId)
    const entered = await places.judge(() =>
      db.transaction(async () => {
        if (!(await codes.useAny(accountId, code, { methodId, challenge }))) return null
        if (!(await challenges.close(challenge.id))) throw wrongCode()
        return { entry: await entry(await accounts.get(accountId), challenge) }
      }),
    )
    if (entered) return entered.entry
    await audit.record({
      actorId: null,
      actorKind: 'visitor',
      workspaceId,
      action: 'mfa.failed',
      targetType: 'account',
      targetId: accountId,
    })
    throw wrongCode()
  }

  return [
    handle(sendLoginCode, async ({ body: { challengeId, methodId } }) => {
      const challenge = await challenges.findAlive(challengeId, 'login')
      if (!challenge) throw wrongCode()
      const phone = await factors.findConfirmed(challenge.accountId, 'phone')
      if (!phone || (methodId !== undefined && phone.id !== methodId)) throw notFound('Phone')
      const sent = await phones.sendForLogin(challenge, phone.id, await codes.secretOf(phone))
      if (!sent)
        throw new AppError('RATE_LIMITED', 'A code was sent just now, or too often: wait, or log in again', {
          retryAfterSeconds: resendAfterMs / 1000,
        })
      return reply(200, { expiresAt: iso(sent.challenge.expiresAt), hint: sent.hint })
    }),

    handle(verifyLogin, async ({ body, userAgent, ip }) =>
      answered('login', body, (account, { workspaceId }) =>
        doorway.letIn(account, workspaceId!, { userAgent, ip }),
      ),
    ),

    handle(verifyAdminLogin, async ({ body, userAgent, ip }) =>
      answered('admin-login', body, (account) => doorway.letAdminIn(account, { userAgent, ip })),
    ),
  ]
}
