import { newSecret } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import { queueMessage } from '../messages/message.actions.ts'
import type { TokenMail, TokenPurpose } from './account-token.types.ts'

export type SendTokenDeps = Pick<
  IdentityDeps,
  'db' | 'clock' | 'digester' | 'sealer' | 'accountTokens' | 'messages'
>

/** Mails a token to an account; the previous token for the same purpose stops working. */
export const sendToken = async (
  deps: SendTokenDeps,
  { id, email }: { id: string; email: string },
  { purpose, validForMs, subject, toText }: TokenMail,
): Promise<void> => {
  const token = newSecret()
  const expiresAt = new Date(deps.clock.now().getTime() + validForMs)
  await deps.db.transaction(async () => {
    await deps.accountTokens.replace(id, purpose, toTokenDigest(deps, purpose, token), expiresAt)
    await queueMessage(deps, { channel: 'email', to: email, subject, text: toText(token), token })
  })
}

export const toTokenDigest = (
  { digester }: Pick<IdentityDeps, 'digester'>,
  purpose: TokenPurpose,
  token: string,
): string => digester.digest(purpose, token)
