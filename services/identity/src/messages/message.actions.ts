import { newId, newSecret } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { TokenMail } from '../accounts/account-token.types.ts'
import type { IdentityDeps } from '../deps.ts'
import type { StoredMessage } from './message.store.ts'

export type Message = {
  workspaceId?: Id | null
  channel: 'email' | 'sms'
  to: string
  subject?: string | null
  text: string
  /** The code or token in the message, which the development outbox shows in a separate field. */
  code?: string
  token?: string
}

/**
 * The recipient of messages that are stored but never sent, so that replies take as long for unknown addresses as for
 * known ones.
 */
export const noRecipient = ''

type Content = { text: string; code: string | null; token: string | null }

const claimMs = 60_000
const maxRetryMs = 600_000
const retryAfterMs = [1_000, 5_000, 30_000, 120_000, maxRetryMs]

/** Emails a token to an account; the previous token for the same purpose stops working. */
export const sendToken = async (
  deps: IdentityDeps,
  { id, email }: { id: Id; email: string },
  { purpose, validForMs, subject, toText }: TokenMail,
): Promise<void> => {
  const token = newSecret()
  const expiresAt = new Date(deps.clock.now().getTime() + validForMs)
  await deps.db.transaction(async () => {
    await deps.accountTokens.replace(id, purpose, deps.digester.digest(purpose, token), expiresAt)
    await queueMessage(deps, { channel: 'email', to: email, subject, text: toText(token), token })
  })
}

/** Queues an email or SMS in the current transaction. It is sent after the commit, in rare cases more than once. */
export const queueMessage = async (
  { messages, sealer, clock }: IdentityDeps,
  message: Message,
): Promise<void> => {
  const id = newId()
  const { text, code = null, token = null } = message
  const content: Content = { text, code, token }
  await messages.insert({
    id,
    key: id,
    workspaceId: message.workspaceId ?? null,
    channel: message.channel,
    to: message.to,
    subject: message.subject ?? null,
    sealed: sealer.seal(JSON.stringify(content), toBinding(id)),
    status: 'queued',
    tries: 0,
    dueAt: clock.now(),
  })
}

/** Sends the due messages of a channel, one at a time, until none is left or the signal aborts. */
export const deliverMessages = async (
  deps: IdentityDeps,
  channel: Message['channel'],
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted && (await deliverNext(deps, channel))) continue
}

/** Lists the newest messages. The text is empty when it is no longer stored. */
export const listNewestMessages = async (
  { messages, sealer }: IdentityDeps,
  to: string | undefined,
  limit: number,
) =>
  (await messages.listNewest(to, limit))
    .filter((message) => message.to !== noRecipient)
    .map((message) => ({
      ...message,
      ...(openContent(sealer, message) ?? { text: '', code: null, token: null }),
    }))

/** Returns false when no message is due. */
const deliverNext = async (deps: IdentityDeps, channel: Message['channel']): Promise<boolean> => {
  const { messages, clock, logger } = deps
  const now = clock.now()
  const message = await messages.claimIf(channel, now, maxRetryMs, new Date(now.getTime() + claimMs))
  if (!message) return false
  await deliver(deps, message).catch(async (error: unknown) => {
    const wait = retryAfterMs[message.tries - 1]
    logger.warn(
      { err: error, messageId: message.id, tries: message.tries },
      'could not send a message; it is retried up to 5 times',
    )
    if (wait === undefined) await messages.markFailed(message.id)
    else await messages.retryAt(message.id, new Date(clock.now().getTime() + wait))
  })
  return true
}

/** In development, the text is kept so that the outbox can show it. */
const deliver = async (
  { messages, sealer, logger, transports, isDevelopment }: IdentityDeps,
  message: StoredMessage,
): Promise<void> => {
  const content = openContent(sealer, message)
  const transport = transports[message.channel]
  const isSent = message.to !== noRecipient
  if (isSent && transport && content) await transport({ ...message, text: content.text })
  else if (isSent && !transport && !isDevelopment)
    logger.error(
      { channel: message.channel },
      'dropped a message because its channel has no provider; set SMTP_URL or TWILIO_ACCOUNT_SID',
    )
  await messages.markSent(message.id, { keepsText: isDevelopment })
}

const openContent = (sealer: IdentityDeps['sealer'], { id, sealed }: StoredMessage): Content | null =>
  sealed ? (JSON.parse(sealer.open(sealed, toBinding(id)).text) as Content) : null

const toBinding = (id: Id) => `message/${id}`
