import { newId, newSecret } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { TokenMail } from '../accounts/account-token.types.ts'
import type { IdentityDeps } from '../deps.ts'
import { toPageUrl } from './mail.rules.ts'
import { RecipientRejected } from './message-transport.actions.ts'
import type { MessageQueue, StoredMessage } from './message.store.ts'

export type Message = {
  workspaceId?: Id | null
  channel: 'email' | 'sms'
  to: string
  subject?: string | null
  text: string
  /** The code or token in the message, which the development outbox shows in a separate field. */
  code?: string
  token?: string
  /** The next four fields are for emails to customers. */
  html?: string
  fromName?: string
  replyTo?: string | null
  unsubscribeUrl?: string
  /** Sends the message separately from those to members, and updates its log entry. */
  forCustomer?: { logId: Id; dueAt: Date; expiresAt: Date | null }
}

/**
 * The recipient of messages that are stored but never sent, so that replies take as long for unknown addresses as for
 * known ones.
 */
export const noRecipient = ''

type Content = { text: string; code: string | null; token: string | null } & Pick<
  Message,
  'html' | 'fromName' | 'replyTo' | 'unsubscribeUrl'
>

const claimMs = 60_000
const maxRetryMs = 600_000
/** Messages of a workspace that sends many may wait this long. */
const maxCustomerDelayMs = 86_400_000
const retryAfterMs = [1_000, 5_000, 30_000, 120_000, maxRetryMs]

/** Emails a token to an account; the previous token for the same purpose stops working. */
export const sendToken = async (
  deps: IdentityDeps,
  { id, email }: { id: Id; email: string },
  { purpose, validForMs, page, subject, toText }: TokenMail,
): Promise<void> => {
  const token = newSecret()
  const expiresAt = new Date(deps.clock.now().getTime() + validForMs)
  await deps.db.transaction(async () => {
    await deps.accountTokens.replace(id, purpose, deps.digester.digest(purpose, token), expiresAt)
    const text = toText(token, toPageUrl(deps.appUrl, page, token))
    await queueMessage(deps, { channel: 'email', to: email, subject, text, token })
  })
}

/** Queues an email or SMS in the current transaction. It is sent after the commit, in rare cases more than once. */
export const queueMessage = async (
  { messages, sealer, clock }: IdentityDeps,
  message: Message,
): Promise<void> => {
  const id = newId()
  const { text, code = null, token = null, html, fromName, replyTo, unsubscribeUrl, forCustomer } = message
  const content: Content = {
    text,
    code,
    token,
    ...(forCustomer && html && { html, fromName: fromName ?? '', replyTo: replyTo ?? null }),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  }
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
    queue: forCustomer ? 'customers' : null,
    dueAt: forCustomer?.dueAt ?? clock.now(),
    logId: forCustomer?.logId ?? null,
    expiresAt: forCustomer?.expiresAt ?? null,
  })
}

/** Sends the due messages of a channel and queue, one at a time, until none is left or the signal aborts. */
export const deliverMessages = async (
  deps: IdentityDeps,
  channel: Message['channel'],
  queue: MessageQueue,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted && (await deliverNext(deps, channel, queue))) continue
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
      html: null,
      ...(openContent(sealer, message) ?? { text: '', code: null, token: null }),
    }))

/** Returns false when no message is due. */
const deliverNext = async (
  deps: IdentityDeps,
  channel: Message['channel'],
  queue: MessageQueue,
): Promise<boolean> => {
  const { messages, clock, logger } = deps
  const now = clock.now()
  const termMs = queue === 'customers' ? maxCustomerDelayMs : maxRetryMs
  const message = await messages.claimIf(channel, queue, now, termMs, new Date(now.getTime() + claimMs))
  if (!message) return false
  await deliver(deps, message).catch(async (error: unknown) => {
    const isRejected = error instanceof RecipientRejected
    const wait = isRejected ? undefined : retryAfterMs[message.tries - 1]
    logger.warn(
      { err: error, messageId: message.id, tries: message.tries },
      isRejected
        ? 'the mail server rejected the address of a message; it is not sent again'
        : 'failed to send a message; will retry up to 5 times',
    )
    if (wait !== undefined) await messages.retryAt(message.id, new Date(clock.now().getTime() + wait))
    else await settle(deps, message, isRejected ? 'bounced' : 'failed')
  })
  return true
}

/** In development, the text is kept so that the outbox can show it. */
const deliver = async (deps: IdentityDeps, message: StoredMessage): Promise<void> => {
  const { sealer, logger, transports, isDevelopment, clock } = deps
  if (message.expiresAt && message.expiresAt <= clock.now()) return settle(deps, message, 'too-late')
  const content = openContent(sealer, message)
  const transport = transports[message.channel]
  const isSent = message.to !== noRecipient
  if (isSent && transport && content) await transport({ ...message, ...content })
  else if (isSent && !transport && !isDevelopment)
    logger.error(
      { channel: message.channel },
      'dropped a message because its channel has no provider; set SMTP_URL or TWILIO_ACCOUNT_SID',
    )
  await settle(deps, message, 'sent')
}

/** Records the outcome of a message, including in the log of messages to customers. */
const settle = async (
  deps: IdentityDeps,
  { id, workspaceId, channel, to, logId }: StoredMessage,
  outcome: 'sent' | 'failed' | 'bounced' | 'too-late',
): Promise<void> => {
  const { db, messages, customerMessages, messageRecipients, clock, isDevelopment } = deps
  const markMessage = () =>
    outcome === 'sent' ? messages.markSent(id, { keepsText: isDevelopment }) : messages.markFailed(id)
  if (!logId || !workspaceId) return void (await markMessage())
  await db.transaction(async () => {
    const now = clock.now()
    await markMessage()
    await customerMessages.updateIf(
      workspaceId,
      logId,
      outcome === 'too-late'
        ? { status: 'skipped', reason: 'too-late' }
        : { status: outcome, sentAt: outcome === 'sent' ? now : null },
    )
    if (outcome === 'bounced') await messageRecipients.markBouncedIf(workspaceId, channel, to, now)
  })
}

const openContent = (sealer: IdentityDeps['sealer'], { id, sealed }: StoredMessage): Content | null =>
  sealed ? (JSON.parse(sealer.open(sealed, toBinding(id)).text) as Content) : null

const toBinding = (id: Id) => `message/${id}`
