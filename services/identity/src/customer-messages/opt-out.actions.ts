import type { IdentityDeps } from '../deps.ts'
import { toPlainName } from '../messages/mail.rules.ts'
import { recipientExpiry } from './customer-message.rules.ts'
import type { StoredRecipient } from './message-recipient.store.ts'
import { readOptOutToken } from '../crypto/opt-out-tokens.ts'

type OptOutDeps = Pick<IdentityDeps, 'messageRecipients' | 'workspaces' | 'digester' | 'clock'>

/** Returns the content of the page; null for a link that is invalid or has expired. */
export const findOptOut = async (deps: OptOutDeps, token: string) => {
  const id = readOptOutToken(deps.digester, token)
  const recipient = id === null ? null : await deps.messageRecipients.findById(id)
  return recipient && toChoice(deps, recipient)
}

/** Stops or resumes the messages of a business to a recipient. Resuming also lifts a stop after a bounce. */
export const chooseOptOut = async (deps: OptOutDeps, token: string, form: string) => {
  const found = await findOptOut(deps, token)
  if (!found) return null
  const { workspaceId, id } = found.recipient
  const now = deps.clock.now()
  const isResumed = new URLSearchParams(form).get('choice') === 'resume'
  const updated = await deps.messageRecipients.update(
    workspaceId,
    id,
    isResumed
      ? { optedOutAt: null, bouncedAt: null, expiresAt: recipientExpiry(now) }
      : { optedOutAt: found.recipient.optedOutAt ?? now, expiresAt: null },
  )
  return toChoice(deps, updated)
}

const toChoice = async ({ workspaces }: OptOutDeps, recipient: StoredRecipient) => {
  const workspace = await workspaces.find(recipient.workspaceId)
  return {
    recipient,
    language: recipient.language,
    business: toPlainName(workspace?.business?.displayName ?? workspace?.name ?? ''),
    address: recipient.address,
    isOptedOut: recipient.optedOutAt !== null,
  }
}
