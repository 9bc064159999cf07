import { hashSecret, newId, newSecret } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { textsFor } from '@wp/texts'
import { toPublicBusiness } from '@wp/workspaces'
import type { CustomerMessage } from '@wp/workspaces'
import type { IdentityDeps } from '../deps.ts'
import { toPlainName } from '../messages/mail.rules.ts'
import { queueMessage } from '../messages/message.actions.ts'
import { toBusinessDetails } from '../workspaces/workspace.view.ts'
import { toCustomerMail } from './customer-mail.view.ts'
import type { SkipReason } from './customer-message.contract.ts'
import {
  addressFor,
  isExpiryOld,
  languageFor,
  maxDelayMs,
  recipientExpiry,
} from './customer-message.rules.ts'
import type { StoredRecipient } from './message-recipient.store.ts'
import type { Channel, TemplateText } from './message-template.contract.ts'
import { textIn, toTemplate } from './message-template.view.ts'
import { toPlainText } from './message-text.rules.ts'
import { bookingLinkDays, reportLinkDays, toValues } from './message-values.view.ts'
import { toOptOutToken } from '../crypto/opt-out-tokens.ts'

/**
 * Writes a message in the customer's language and queues it for each channel of its template, in the current
 * transaction. Does nothing when the same message was requested before or the workspace has disabled the
 * type.
 */
export const sendCustomerMessage = async (
  deps: IdentityDeps,
  workspaceId: Id,
  message: CustomerMessage,
): Promise<void> => {
  const workspace = await deps.workspaces.find(workspaceId)
  if (!workspace) return
  const details = toBusinessDetails(workspace)
  const stored = await deps.messageTemplates.find(workspaceId, message.type)
  const { isEnabled, channels } = toTemplate(message.type, stored, details.languages)
  if (!isEnabled) return
  const business = toPublicBusiness({ name: workspace.name, business: details.business })
  const language = languageFor(message.recipient.language, details.languages)
  const text = textIn(message.type, stored, language)
  for (const channel of channels) {
    const address = addressFor(channel, message.recipient, business.address?.countryCode ?? null)
    if (address !== null && !(await deps.customerMessages.exists(workspaceId, { ...message, channel })))
      await sendBy(deps, { workspaceId, channel, address, language, business, text, message })
  }
}

type Sending = {
  workspaceId: Id
  channel: Channel
  address: string
  language: string
  business: ReturnType<typeof toPublicBusiness>
  text: TemplateText & { sms: string }
  message: CustomerMessage
}

const sendBy = async (deps: IdentityDeps, sending: Sending): Promise<void> => {
  const { workspaceId, channel, address, language, message } = sending
  const now = deps.clock.now()
  const recipient = await getRecipient(deps, sending, now)
  const expiresAt = message.expiresAt === null ? null : new Date(message.expiresAt)
  const entry = {
    id: newId(),
    type: message.type,
    recordId: message.recordId,
    version: message.version,
    channel,
    recipient: address,
    language,
    sentAt: null,
  }
  const skip = (reason: SkipReason) =>
    deps.customerMessages.insert(workspaceId, { ...entry, subject: null, status: 'skipped', reason })

  if (recipient.optedOutAt) return void (await skip('opted-out'))
  if (recipient.bouncedAt) return void (await skip('bounced'))
  if (expiresAt && expiresAt <= now) return void (await skip('too-late'))
  if (!deps.transports[channel] && !deps.isDevelopment) return void (await skip('no-provider'))
  const dueAt = await deps.messagePaces.reserve(workspaceId, now, maxDelayMs, deps.messagePace)
  if (!dueAt) return void (await skip('limit'))

  const content = await compose(deps, sending, recipient, now)
  await deps.customerMessages.insert(workspaceId, {
    ...entry,
    subject: content.subject,
    status: 'queued',
    reason: null,
  })
  await queueMessage(deps, {
    workspaceId,
    channel,
    to: address,
    ...content,
    forCustomer: { logId: entry.id, dueAt, expiresAt },
  })
}

/** Loads the recipient, or stores it with the first message, and keeps it while it is in use. */
const getRecipient = async (
  { messageRecipients }: IdentityDeps,
  { workspaceId, channel, address, language }: Sending,
  now: Date,
): Promise<StoredRecipient> => {
  const known = await messageRecipients.find(workspaceId, channel, address)
  const expiresAt = recipientExpiry(now)
  if (!known) return messageRecipients.insert(workspaceId, { channel, address, language, expiresAt })
  const isStopped = known.optedOutAt !== null || known.bouncedAt !== null
  if (isStopped || (known.language === language && !isExpiryOld(known.expiresAt, now))) return known
  return messageRecipients.update(workspaceId, known.id, { language, expiresAt })
}

const compose = async (deps: IdentityDeps, sending: Sending, recipient: StoredRecipient, now: Date) => {
  const { workspaceId, channel, language, business, text, message } = sending
  const link = await newLink(deps, sending, now)
  const values = toValues(message.details, { business, language }, message.recipient.name, link)
  const optOutUrl = `${deps.publicUrl}/v1/public/message-opt-outs/${toOptOutToken(deps.digester, recipient.id)}`
  if (channel === 'sms') {
    const sms = toPlainText(text.sms, values)
    // The link can require an additional SMS part, so only the first message to a recipient contains it.
    if (recipient.hasSmsLink) return { subject: null, text: sms }
    await deps.messageRecipients.update(workspaceId, recipient.id, { hasSmsLink: true })
    return { subject: null, text: `${sms}\n${textsFor(language).messages.optOutAction}\n${optOutUrl}` }
  }
  return {
    ...toCustomerMail(text, values, { business, language, publicUrl: deps.publicUrl, optOutUrl }),
    fromName: toPlainName(business.name ?? ''),
    replyTo: business.email,
    unsubscribeUrl: optOutUrl,
  }
}

/**
 * Creates the link that shows a report or an online booking to its recipient; null for other records. Only the message
 * contains its token.
 */
const newLink = async (
  deps: IdentityDeps,
  { workspaceId, channel, address, language, message: { type, recordId, details, expiresAt } }: Sending,
  now: Date,
): Promise<string | null> => {
  const page =
    details.kind === 'report'
      ? `${deps.publicUrl}/v1/public/lab-reports/`
      : details.kind === 'booking' && details.link !== undefined
        ? `${details.link}?token=`
        : null
  if (page === null) return null
  const token = newSecret()
  const base = details.kind === 'booking' && expiresAt !== null ? new Date(expiresAt) : now
  const days = details.kind === 'booking' ? bookingLinkDays : reportLinkDays
  await deps.messageLinks.insert({
    workspaceId,
    tokenHash: hashSecret(token),
    type,
    recordId,
    language,
    channel,
    recipient: address,
    expiresAt: new Date(base.getTime() + days * 86_400_000),
  })
  return `${page}${token}`
}
