import type { WebhookEvent } from './messages.ts'

export type { WebhookData, WebhookEvent, WebhookRecords, WebhookType } from './messages.ts'

/** Thrown for a request that the platform did not send, or that is too old. Respond with 401. */
export class WebhookError extends Error {
  override name = 'WebhookError'
}

type HeaderValues = { get(name: string): string | null } | Record<string, string | string[] | undefined>

export type VerifyOptions = {
  /** How far the clocks may differ, and how long a request may take; 300 s by default. */
  readonly toleranceSeconds?: number
  readonly now?: () => number
}

/**
 * Verifies a request to a webhook endpoint by the Standard Webhooks rules and returns its event. Pass the body exactly
 * as received. Pass several secrets while you replace one. Throws WebhookError. Requests can be repeated, so ignore
 * ids that you have seen.
 */
export const verifyWebhook = async (
  body: string | Uint8Array,
  headers: HeaderValues,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now }: VerifyOptions = {},
): Promise<WebhookEvent> => {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures) throw new WebhookError('The webhook headers are missing')
  const ageSeconds = Math.floor(now() / 1000) - Number(timestamp)
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds)
    throw new WebhookError('The request is too old, or the clocks differ')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const secret of [secrets].flat())
    if (await isSigned(signed, signatures, secret)) return JSON.parse(text) as WebhookEvent
  throw new WebhookError('The signature is invalid')
}

const headerOf = (headers: HeaderValues, name: string): string | undefined => {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const value = (headers as Record<string, string | string[] | undefined>)[name]
  return Array.isArray(value) ? value[0] : value
}

/** A request has one signature for each active secret. `crypto.subtle.verify` compares in constant time. */
const isSigned = async (
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secret: string,
): Promise<boolean> => {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (!bytes?.length) throw new TypeError('The secret of a webhook endpoint must be whsec_ and base64')
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify'])
  for (const each of signatures.split(' ')) {
    const signature = each.startsWith('v1,') ? fromBase64(each.slice(3)) : null
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true
  }
  return false
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
