/** The recipient of a message that is stored but not sent, so that it takes the same time as one that is. */
export const noRecipient = ''

const maxNameLength = 60

/**
 * Makes the name of a workspace safe for mails to strangers: one short line without anything that mail programs turn into
 * a link. Anyone can choose the name, so it must not change the meaning of our mail.
 */
export const toMailName = (name: string | null): string => {
  const plain = (name ?? '')
    .replaceAll(/[^\p{L}\p{M}\p{N} &'-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const short = Array.from(plain).slice(0, maxNameLength).join('').trim()
  return short === '' ? 'a workspace' : `“${short}”`
}
