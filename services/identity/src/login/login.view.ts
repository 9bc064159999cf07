import type { TokenSubject } from '@wp/auth'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { Tokens } from '../login-sessions/login-session.types.ts'
import type { Account } from './login.contract.ts'

/** `all` are the permissions that owners have. */
export const toAccount = (
  { id, email, emailVerifiedAt, name }: StoredAccount,
  subject: TokenSubject,
  all: readonly string[],
): Account => ({
  id,
  email,
  emailVerified: Boolean(emailVerifiedAt),
  name,
  ...(subject.kind === 'admin'
    ? { role: [...subject.roles], permissions: [...subject.permissions], staffId: null }
    : {
        role: subject.role,
        permissions: subject.role === 'owner' ? [...all] : [...subject.permissions],
        staffId: subject.staffId,
      }),
})

export const toTokens = ({ token, refreshToken, expiresIn }: Tokens) => ({ token, refreshToken, expiresIn })

export const toLogin = (account: StoredAccount, tokens: Tokens, all: readonly string[]) => ({
  ...toTokens(tokens),
  account: toAccount(account, tokens.subject, all),
})
