import type { IncomingHttpHeaders } from 'node:http'
import { AppError, limitKey } from '@wp/kernel'
import type { AdminBillingDeps } from '../deps.ts'
import { planTrim, senderWindow, volumeStart } from './webhook-volume.rules.ts'
import { parseBody } from './webhook-body.rules.ts'
import { maskSecrets, toSearchWords } from './webhook.rules.ts'

type Received = { method: 'GET' | 'POST'; bytes: Uint8Array; headers: IncomingHttpHeaders; ip: string }

type RecordDeps = Pick<
  AdminBillingDeps,
  'webhooks' | 'verifySignature' | 'clock' | 'webhookLimits' | 'webhookMetrics'
>

/** Stores a request and masks the secrets in its headers. Throws RATE_LIMITED when the sender exceeds its limit. */
export const recordWebhook = async (
  deps: RecordDeps,
  { method, bytes, headers, ip }: Received,
): Promise<void> => {
  const { webhooks, verifySignature, clock } = deps
  const maskedHeaders = JSON.stringify(maskSecrets(headers))
  await claimBytes(deps, ip, bytes.byteLength + maskedHeaders.length)
  const body = parseBody(bytes)
  const words = toSearchWords(`${maskedHeaders} ${body.encoding === 'utf8' ? body.rawBody : ''}`)
  await webhooks.addToVolume(volumeStart(clock.now()), toBytes([maskedHeaders, body.rawBody, ...words]))
  await webhooks.insert({
    ...body,
    method,
    headers: maskedHeaders,
    contentType: headers['content-type'] ?? null,
    sizeBytes: bytes.byteLength,
    verification: verifySignature(bytes, headers),
    ip,
    words,
  })
}

const claimBytes = async (
  { webhooks, clock, webhookLimits, webhookMetrics }: RecordDeps,
  ip: string,
  bytes: number,
): Promise<void> => {
  const now = clock.now()
  const { key, endsAt } = senderWindow(limitKey(ip), now)
  if ((await webhooks.addToSender(key, endsAt, bytes)) > webhookLimits.bytesPerAddress) {
    webhookMetrics.refused.inc()
    const retryAfterSeconds = Math.ceil((endsAt.getTime() - now.getTime()) / 1000)
    throw new AppError('RATE_LIMITED', 'This address has exceeded its hourly limit; try again later', {
      retryAfterSeconds,
    })
  }
  webhookMetrics.received.inc(bytes)
}

const toBytes = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)

/** Removes the oldest webhooks when the total size exceeds its limit. */
export const trimWebhooks = async ({
  webhooks,
  clock,
  logger,
  webhookLimits,
  webhookMetrics,
}: Pick<
  AdminBillingDeps,
  'webhooks' | 'clock' | 'logger' | 'webhookLimits' | 'webhookMetrics'
>): Promise<void> => {
  const volumes = await webhooks.listVolumes()
  const { storedBytes, retainedFrom } = planTrim(volumes, webhookLimits.bytesInAll, clock.now())
  webhookMetrics.stored.set(storedBytes)
  if (retainedFrom === null) return
  const removed = await webhooks.removeBefore(retainedFrom)
  webhookMetrics.trimmed.inc(removed)
  logger.warn(
    { removed, retainedFrom },
    'the stored webhooks exceeded WEBHOOK_BYTES_IN_ALL; the oldest were removed',
  )
}
