import type { OwnerNotice } from '@wp/workspaces'
import type { TokenMail } from '../accounts/account-token.types.ts'

export const verificationMail = (workspaceName: string | null): TokenMail => ({
  purpose: 'email-verification',
  validForMs: 3 * 86_400_000,
  subject: 'Confirm your email address',
  toText: (token) =>
    `You signed up ${toMailName(workspaceName)} with this email address. If this was you, confirm the address within 3 days with this token: ${token}\n\nIf this was not you, ignore this mail. The address stays unconfirmed.`,
})

export const resetMail: TokenMail = {
  purpose: 'password-reset',
  validForMs: 60 * 60_000,
  subject: 'Reset your password',
  toText: (token) =>
    `Someone asked to reset the password of your account. If this was you, choose a new password within 1 hour with this token: ${token}\n\nIf this was not you, ignore this mail. Your password stays the same.`,
}

export const invitationDays = 7

export const invitationMail = (workspaceName: string | null, token: string) => ({
  subject: 'You are invited to join a workspace',
  text: `You are invited to join ${toMailName(workspaceName)}. Accept within ${invitationDays} days with this token: ${token}\n\nIf you do not want to join, ignore this mail. The invitation then expires.`,
})

const disabledBecause = {
  gone: 'it answered 410 (Gone)',
  failing: 'no delivery has succeeded for three days',
  backlog: 'too many deliveries were waiting',
}

/** Returns the mail for a notice. The host is written so that email programs make no link of it: a member chose it. */
export const ownerNoticeMail = (workspaceName: string | null, { host, reason }: OwnerNotice) => ({
  subject: 'A webhook endpoint was disabled',
  text: `We disabled a webhook endpoint of ${toMailName(workspaceName)} (${host.replaceAll('.', ' . ')}) because ${disabledBecause[reason]}. It receives no more events.\n\nRepair the endpoint and activate it again. If you ignore this mail, the endpoint stays disabled.`,
})

const maxNameLength = 60

/**
 * Makes a workspace name safe for emails to strangers: one short line without anything that email programs turn into
 * a link. Anyone can choose the name, so it must not change the meaning of our email.
 */
export const toMailName = (name: string | null): string => {
  const plain = (name ?? '')
    .replaceAll(/[^\p{L}\p{M}\p{N} &'-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const short = Array.from(plain).slice(0, maxNameLength).join('').trim()
  return short === '' ? 'a workspace' : `“${short}”`
}
