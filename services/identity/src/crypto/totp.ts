import { Secret, TOTP } from 'otpauth'

const period = 30
const issuer = 'Workspace Platform'

const createTotp = (secret: string, label = '') =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

/** 160 bits, as RFC 4226 asks for. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What authenticator apps read from the QR code. */
export const toOtpauthUrl = (secret: string, email: string): string => createTotp(secret, email).toString()

/** The 30-second step whose code this is, at most one step away from now; null when it is none. */
export const findStep = (secret: string, code: string, now: Date): number | null => {
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const delta = createTotp(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta
}
