import type { IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { Verification } from './webhook.contract.ts'
import { isSigned } from './webhook.rules.ts'

/**
 * Returns a function that checks whether a Standard Webhooks signature matches any of the secrets. The function never
 * throws, because an invalid signature is only recorded.
 */
export const createSignatureVerifier = (secrets: readonly string[]) => {
  const keys = secrets.map((secret) => new Webhook(secret))
  return (bytes: Uint8Array, headers: IncomingHttpHeaders): Verification => {
    if (!isSigned(headers)) return 'unsigned'
    if (keys.length === 0) return 'no-secret'
    const signed = {
      'webhook-id': String(headers['webhook-id'] ?? ''),
      'webhook-timestamp': String(headers['webhook-timestamp'] ?? ''),
      'webhook-signature': String(headers['webhook-signature'] ?? ''),
    }
    const isVerified = keys.some((key) => {
      try {
        key.verify(Buffer.from(bytes), signed, { jsonParse: false })
        return true
      } catch {
        return false
      }
    })
    return isVerified ? 'verified' : 'failed'
  }
}
