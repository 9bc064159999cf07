import type { IncomingHttpHeaders } from 'node:http'
import type { AdminBillingDeps } from '../deps.ts'
import { parseBody } from './webhook-body.rules.ts'
import { maskSecrets, toWords } from './webhook.rules.ts'

type Received = { method: 'GET' | 'POST'; bytes: Uint8Array; headers: IncomingHttpHeaders; ip: string }

/** Records what came in, whatever it is; secrets in headers are masked first. */
export const recordWebhook = async (
  { webhooks, verifySignature }: Pick<AdminBillingDeps, 'webhooks' | 'verifySignature'>,
  { method, bytes, headers, ip }: Received,
): Promise<void> => {
  const body = parseBody(bytes)
  const maskedHeaders = JSON.stringify(maskSecrets(headers))
  await webhooks.insert({
    ...body,
    method,
    headers: maskedHeaders,
    contentType: headers['content-type'] ?? null,
    sizeBytes: bytes.byteLength,
    verification: verifySignature(bytes, headers),
    ip,
    words: toWords(`${maskedHeaders} ${body.encoding === 'utf8' ? body.rawBody : ''}`),
  })
}
