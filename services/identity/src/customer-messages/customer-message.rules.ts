import { EmailAddress } from '@wp/kernel'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { CountryCode } from 'libphonenumber-js/max'
import type { CustomerMessage } from '@wp/workspaces'
import type { Channel } from './message-template.contract.ts'

/** Messages of a workspace that would wait longer are skipped. */
export const maxDelayMs = 86_400_000

const recipientMs = 400 * 86_400_000

/** Returns when an unused address is deleted; its link then stops working. */
export const recipientExpiry = (now: Date): Date => new Date(now.getTime() + recipientMs)

/**
 * Returns whether a recipient's expiry must be extended, which happens occasionally instead of on every use.
 */
export const isExpiryOld = (expiresAt: Date | null, now: Date): boolean =>
  expiresAt === null || expiresAt.getTime() < now.getTime() + (recipientMs * 3) / 4

/** Returns the recipient's language if the workspace uses it, otherwise the workspace's first language. */
export const languageFor = (wanted: string | null, languages: readonly string[]): string =>
  wanted !== null && languages.includes(wanted) ? wanted : languages[0]!

/**
 * Returns the address of a recipient for a channel, or null without a valid one. A phone number without a
 * country code is treated as a number in the business's country.
 */
export const addressFor = (
  channel: Channel,
  { email, phone }: CustomerMessage['recipient'],
  countryCode: string | null,
): string | null => {
  if (channel === 'email') return EmailAddress.safeParse(email).data ?? null
  const number =
    phone === null ? undefined : parsePhoneNumberFromString(phone, (countryCode ?? undefined) as CountryCode)
  return number?.isPossible() ? number.number : null
}
