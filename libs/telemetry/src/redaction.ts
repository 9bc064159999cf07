import { declaredCode, errorCodes } from '@wp/kernel'

const mask = '[redacted]'
const maxDepth = 8

const sensitiveKeys = new Set(
  [
    'authorization cookie set-cookie proxy-authorization x-bootstrap-token x-api-key sec-websocket-protocol',
    'password currentPassword newPassword passwordHash token accessToken refreshToken idToken bootstrapToken',
    'secret clientSecret signingSecret apiKey privateKey otp totp backupCodes recoveryCodes otpauthUrl qrCode wp_refresh',
  ]
    .join(' ')
    .toLowerCase()
    .split(' '),
)

const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi
const jwt = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const apiKey = /\bwpk_live_\w+/g
const urlPassword = /(:\/\/[^\s/:@]*:)[^\s/@]+@/g

/** Redacts credentials in text: bearer and basic headers, JWTs, API keys and passwords in URLs. */
export const scrub = (text: string): string =>
  text.length < 12
    ? text
    : text
        .replace(bearer, `$1 ${mask}`)
        .replace(jwt, mask)
        .replace(apiKey, mask)
        .replace(urlPassword, `$1${mask}@`)

/**
 * Returns a copy in which credentials in text and the values of sensitive keys are redacted. Errors and objects with
 * `toJSON`, such as dates, are not changed; values nested too deeply are replaced.
 */
export const redact = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return scrub(value)
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date)
    return value
  if (depth >= maxDepth) return '[too deep]'
  if (Array.isArray(value)) return value.map((one) => redact(one, depth + 1))
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return value
  return redactRecord(value as Record<string, unknown>, depth)
}

/** Redacts a record. `code` is redacted unless it is an error code, because second-factor codes have the same key. */
export const redactRecord = (record: Record<string, unknown>, depth = 0): Record<string, unknown> => {
  const copy: Record<string, unknown> = {}
  for (const [key, one] of Object.entries(record)) {
    const isHidden = sensitiveKeys.has(key.toLowerCase()) || (key === 'code' && !isErrorCode(one))
    copy[key] = isHidden && one !== undefined && one !== null ? mask : redact(one, depth + 1)
  }
  return copy
}

const isErrorCode = (value: unknown): boolean =>
  typeof value === 'string' && (Object.hasOwn(errorCodes, value) || declaredCode.test(value))
