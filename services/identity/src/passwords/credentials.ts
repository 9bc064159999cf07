import { AppError } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { Identity } from '../parts.ts'
import type { Places } from '../throttling/throttle.store.ts'

type Parts = Pick<Identity, 'accounts' | 'audit' | 'limits' | 'opener' | 'passwords'>

/** What a caller brings beside email and password. */
export type Knock = { ip: string; refreshToken: string | undefined }

const free: Places = { judge: (look) => look() }

/** Looks at passwords: limited, noted when wrong, and with the same words and work for an email that nobody has. */
export const credentialCheck = ({ accounts, audit, limits, opener, passwords }: Parts) => {
  const fail = async (account: StoredAccount | null): Promise<never> => {
    await audit.record({
      actorId: null,
      actorKind: 'visitor',
      workspaceId: null,
      action: 'login.failed',
      targetType: 'account',
      targetId: account?.id ?? null,
    })
    throw new AppError('INVALID_CREDENTIALS', 'Email or password is wrong')
  }

  /** A device that is logged in to the account is always heard, so that nobody can lock its owner out. */
  const isKnownDevice = async (account: StoredAccount | null, refreshToken: string | undefined) =>
    refreshToken !== undefined && account !== null && (await opener.accountOf(refreshToken)) === account.id

  return {
    /** The account of an email and its password. */
    authenticate: async (
      given: { email: string; password: string },
      isFor: (account: StoredAccount) => boolean,
      { ip, refreshToken }: Knock,
    ): Promise<StoredAccount> => {
      const email = given.email.trim().toLowerCase()
      const found = await accounts.findByEmail(email)
      const account = found && isFor(found) ? found : null
      const places = (await isKnownDevice(account, refreshToken))
        ? free
        : await limits.holdPassword(email, ip)
      const isRight = await places.judge(() => passwords.verify(account?.passwordHash, given.password))
      return account && isRight ? account : fail(account)
    },

    /** The password of somebody who is logged in. */
    check: async (account: StoredAccount, password: string, ip: string): Promise<void> => {
      const places = await limits.holdPassword(account.email, ip)
      const isRight = await places.judge(() => passwords.verify(account.passwordHash, password))
      if (!isRight) await fail(account)
    },
  }
}
export type CredentialCheck = ReturnType<typeof credentialCheck>
