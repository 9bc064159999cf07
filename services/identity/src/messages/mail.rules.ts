import { fillText, textsFor } from '@wp/texts'
import type { OwnerNotice } from '@wp/workspaces'
import type { TokenMail } from '../accounts/account-token.types.ts'
import type { StoredWorkspace } from '../workspaces/workspace.types.ts'

/** The name of a workspace in emails to its members, and their language. */
type MailWorkspace = Pick<StoredWorkspace, 'name' | 'business' | 'settings'>

export const verificationMail = (workspace: MailWorkspace | null): TokenMail => {
  const language = languageOf(workspace)
  const { verificationSubject, verificationText } = textsFor(language).mail
  return {
    purpose: 'email-verification',
    validForMs: 3 * 86_400_000,
    page: 'verify-email',
    subject: verificationSubject,
    toText: (token, link) =>
      fillText(verificationText, { token, link, workspace: toMailName(workspace, language) }),
  }
}

export const resetMail = (language: string): TokenMail => ({
  purpose: 'password-reset',
  validForMs: 60 * 60_000,
  page: 'reset-password',
  subject: textsFor(language).mail.resetSubject,
  toText: (token, link) => fillText(textsFor(language).mail.resetText, { token, link }),
})

export const invitationDays = 7

export const invitationPage = 'accept-invitation'

export const invitationMail = (workspace: MailWorkspace, token: string, link: string) => {
  const language = languageOf(workspace)
  const { invitationSubject, invitationText } = textsFor(language).mail
  return {
    subject: invitationSubject,
    text: fillText(invitationText, {
      token,
      link,
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

/**
 * Returns the email for a notice. The host is written so that email clients do not turn it into a link,
 * because a member chose it.
 */
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
 * Makes a workspace name safe for emails to strangers: one short line without anything that email clients
 * turn into a link. Anyone can choose the name, so it must not change the meaning of our email.
 */
export const toMailName = (
  workspace: Pick<MailWorkspace, 'name' | 'business'> | null,
  language: string,
): string => {
  const plain = toPlainName(workspace?.business?.displayName ?? workspace?.name ?? '')
  return plain === '' ? textsFor(language).mail.someWorkspace : `“${plain}”`
}

/** Returns a name as one short line of letters, digits and a few symbols. */
export const toPlainName = (name: string): string => {
  const plain = name
    .replaceAll(/[^\p{L}\p{M}\p{N} &'-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return Array.from(plain).slice(0, maxNameLength).join('').trim()
}

/** Returns the URL of the console page that uses an email's token. */
export const toPageUrl = (appUrl: string, page: string, token: string): string =>
  `${appUrl.replace(/\/$/, '')}/${page}?token=${token}`
