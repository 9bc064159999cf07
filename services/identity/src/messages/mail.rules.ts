import { fillText, textsFor } from '@wp/texts'
import type { OwnerNotice } from '@wp/workspaces'
import type { TokenMail } from '../accounts/account-token.types.ts'
import type { StoredWorkspace } from '../workspaces/workspace.types.ts'

/** A workspace as mails to its members name it, and their language. */
type MailWorkspace = Pick<StoredWorkspace, 'name' | 'business' | 'settings'>

export const verificationMail = (workspace: MailWorkspace | null): TokenMail => {
  const language = languageOf(workspace)
  const { verificationSubject, verificationText } = textsFor(language).mail
  return {
    purpose: 'email-verification',
    validForMs: 3 * 86_400_000,
    subject: verificationSubject,
    toText: (token) => fillText(verificationText, { token, workspace: toMailName(workspace, language) }),
  }
}

/** Always English: an account can belong to workspaces with different languages. */
export const resetMail: TokenMail = {
  purpose: 'password-reset',
  validForMs: 60 * 60_000,
  subject: textsFor('en').mail.resetSubject,
  toText: (token) => fillText(textsFor('en').mail.resetText, { token }),
}

export const invitationDays = 7

export const invitationMail = (workspace: MailWorkspace, token: string) => {
  const language = languageOf(workspace)
  const { invitationSubject, invitationText } = textsFor(language).mail
  return {
    subject: invitationSubject,
    text: fillText(invitationText, {
      token,
      days: String(invitationDays),
      workspace: toMailName(workspace, language),
    }),
  }
}

const languageOf = (workspace: MailWorkspace | null): string => workspace?.settings.locale ?? 'en'

const disabledBecause = {
  gone: 'endpointGone',
  failing: 'endpointFailing',
  backlog: 'endpointBacklog',
} as const

/** Returns the mail for a notice. The host is written so that email programs make no link of it: a member chose it. */
export const ownerNoticeMail = (workspace: MailWorkspace, { host, reason }: OwnerNotice) => {
  const language = languageOf(workspace)
  const texts = textsFor(language).mail
  return {
    subject: texts.endpointDisabledSubject,
    text: fillText(texts.endpointDisabledText, {
      workspace: toMailName(workspace, language),
      host: host.replaceAll('.', ' . '),
      reason: texts[disabledBecause[reason]],
    }),
  }
}

const maxNameLength = 60

/**
 * Makes a workspace name safe for emails to strangers: one short line without anything that email programs turn into
 * a link. Anyone can choose the name, so it must not change the meaning of our email.
 */
export const toMailName = (
  workspace: Pick<MailWorkspace, 'name' | 'business'> | null,
  language: string,
): string => {
  const plain = (workspace?.business?.displayName ?? workspace?.name ?? '')
    .replaceAll(/[^\p{L}\p{M}\p{N} &'-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const short = Array.from(plain).slice(0, maxNameLength).join('').trim()
  return short === '' ? textsFor(language).mail.someWorkspace : `“${short}”`
}
