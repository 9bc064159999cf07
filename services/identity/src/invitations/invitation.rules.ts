import { AppError } from '@wp/kernel'

export const invitationDays = 7

export const unusableInvitation = () =>
  new AppError(
    'VALIDATION_FAILED',
    'This invitation was used, has expired or never existed: ask for a new one',
    { details: [{ path: 'token', message: 'is no invitation that can be accepted' }] },
  )

const maxNameLength = 60

/**
 * The name of a workspace as mails to strangers may show it: one line, short, and without anything that mail programs turn
 * into a link. Whoever signs up chooses it, so it must not make our mail say something else.
 */
export const toNameInMail = (name: string | null): string => {
  const plain = (name ?? '')
    .replaceAll(/[^\p{L}\p{M}\p{N} &'-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const short = Array.from(plain).slice(0, maxNameLength).join('').trim()
  return short === '' ? 'a workspace' : `“${short}”`
}
