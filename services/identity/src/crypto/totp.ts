import { Secret, TOTP } from 'otpauth'

const period = 30
const issuer = 'Workspace Platform'

const createTotp = (secret: string, label = '') =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

/** Returns a 160-bit secret, as RFC 4226 recommends. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** Returns the URL for the QR code that authenticator apps scan. */
export const toOtpauthUrl = (secret: string, email: string): string => createTotp(secret, email).toString()

/**
 * Returns the 30-second step that a code is valid for: the current, previous or next one. Returns null when the code
 * is invalid.
 */
export const findStep = (secret: string, code: string, now: Date): number | null => {
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const delta = createTotp(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta
}
