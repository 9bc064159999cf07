import { randomBytes } from 'node:crypto'
import { handle, reply } from '@wp/http'
import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { StoredAccount } from '../accounts/account.store.ts'
import { AccountChanged } from '../events.ts'
import type { Identity } from '../parts.ts'
import { recentProof } from '../sessions/reauthentication.ts'
import { changePassword, forgetPassword, resetPassword } from './password.contract.ts'
import { checkedPassword } from './password.rules.ts'

const resetMs = 60 * 60_000

export const passwordHandlers = (parts: Identity) => {
  const { db, clock, accounts, resets, mailbox, limits, opener, audit, digester, credentials, passwords } =
    parts
  const digestOf = (token: string) => digester.digest('password-reset', token)

  const sendReset = async ({ id, email }: StoredAccount): Promise<void> => {
    const token = randomBytes(32).toString('base64url')
    await db.transaction(async () => {
      await resets.replace(id, digestOf(token), new Date(clock.now().getTime() + resetMs))
      await mailbox.queue({
        channel: 'email',
        to: email,
        subject: 'Choose a new password',
        text: `Somebody asked for a new password for this address. If it was you, choose one within the hour with this token: ${token}`,
        token,
      })
    })
  }

  /** In a transaction: sets the password and ends the sessions, except the one that set it. */
  const replacePassword = async (
    tx: Tx,
    account: StoredAccount,
    passwordHash: string,
    action: string,
    exceptSessionId?: Id,
  ): Promise<void> => {
    await accounts.setPassword(account.id, passwordHash)
    await opener.endAll(account.id, { ...(exceptSessionId && { exceptSessionId }) })
    tx.publish(AccountChanged, { workspaceId: null, data: { account, change: 'password' } })
    await audit.record({
      actorId: account.id,
      actorKind: account.isAdmin ? 'admin' : 'member',
      workspaceId: null,
      action,
      targetType: 'account',
      targetId: account.id,
    })
  }

  return [
    handle(forgetPassword, async ({ body: { email } }) => {
      const account = await accounts.findByEmail(email)
      const isAllowed = await limits.countForgot(email).then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'RATE_LIMITED') return false
          throw error
        },
      )
      if (account && isAllowed) await sendReset(account)
      return reply(202, { message: 'If this address has an account, a mail is on its way' })
    }),

    handle(resetPassword, async ({ body: { token, password } }) => {
      const known = await resets.find(digestOf(token), clock.now())
      if (!known) throw unknownToken()
      const account = await accounts.get(known.accountId)
      const passwordHash = await passwords.hash(checkedPassword(password, account))
      await db.transaction(async (tx) => {
        if (!(await resets.take(digestOf(token), clock.now()))) throw unknownToken()
        await replacePassword(tx, account, passwordHash, 'password.reset')
      })
      await limits.forgive(account.email, account.id)
      return reply(200, { message: 'The password is changed: log in with it' })
    }),

    handle(
      changePassword,
      async ({ principal, body: { currentPassword, newPassword }, ip }) => {
        const account = await accounts.get(principal.accountId)
        const wanted = checkedPassword(newPassword, { isAdmin: account.isAdmin, path: 'newPassword' })
        await credentials.check(account, currentPassword, ip)
        const passwordHash = await passwords.hash(wanted)
        await db.transaction((tx) =>
          replacePassword(tx, account, passwordHash, 'password.changed', principal.sessionId),
        )
        return reply(200, { message: 'The password is changed; your other login sessions have ended' })
      },
      { guard: recentProof(parts) },
    ),
  ]
}

const unknownToken = () =>
  new AppError('VALIDATION_FAILED', 'This token was used, has expired or never existed: ask for a new mail', {
    details: [{ path: 'token', message: 'is no token that can be used' }],
  })
