import type { TokenSubject } from '@wp/auth'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { Tokens } from '../sessions/login-session.actions.ts'
import { ownerPermissions } from './login.contract.ts'
import type { Account } from './login.contract.ts'

/** The account as its tokens describe it. */
export const toAccount = ({ id, email, name }: StoredAccount, subject: TokenSubject): Account => ({
  id,
  email,
  name,
  ...(subject.kind === 'admin'
    ? { role: [...subject.roles], permissions: [...subject.permissions], staffId: null }
    : {
        role: subject.role,
        permissions: subject.role === 'owner' ? ownerPermissions : [...subject.permissions],
        staffId: subject.staffId,
      }),
})

export const toTokens = ({ token, refreshToken, expiresIn }: Tokens) => ({ token, refreshToken, expiresIn })

export const toLogin = (account: StoredAccount, tokens: Tokens) => ({
  ...toTokens(tokens),
  account: toAccount(account, tokens.subject),
})
