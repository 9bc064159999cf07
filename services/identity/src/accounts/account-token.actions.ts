import { newSecret } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import { queueMessage } from '../messages/message.actions.ts'
import type { TokenPurpose } from './account-token.store.ts'

export type SendTokenDeps = Pick<
  IdentityDeps,
  'db' | 'clock' | 'digester' | 'sealer' | 'accountTokens' | 'messages'
>

/** What a mail says and how long its token is good for. */
export type TokenMail = { purpose: TokenPurpose; goodForMs: number; subject: string; text: string }

/** Mails a token to an account; the one before it stops working. */
export const sendToken = async (
  deps: SendTokenDeps,
  { id, email }: { id: string; email: string },
  { purpose, goodForMs, subject, text }: TokenMail,
): Promise<void> => {
  const token = newSecret()
  const expiresAt = new Date(deps.clock.now().getTime() + goodForMs)
  await deps.db.transaction(async () => {
    await deps.accountTokens.replace(id, purpose, toTokenDigest(deps, purpose, token), expiresAt)
    await queueMessage(deps, { channel: 'email', to: email, subject, text: `${text} ${token}`, token })
  })
}

export const toTokenDigest = (
  { digester }: Pick<IdentityDeps, 'digester'>,
  purpose: TokenPurpose,
  token: string,
): string => digester.digest(purpose, token)
