import { OutboundError } from '@wp/outbound'
import type { Metrics } from '@wp/telemetry'
import { Webhook } from 'standardwebhooks'
import type { WebhooksDeps } from '../deps.ts'
import { testEventType } from '../event-types/event-type.contract.ts'
import { disableWebhookEndpoint, openSecrets } from '../webhook-endpoints/webhook-endpoint.actions.ts'
import type { StoredWebhookEndpoint } from '../webhook-endpoints/webhook-endpoint.store.ts'
import { isSuccess, maxPending, nextStep, reasonToDisable } from './delivery.rules.ts'
import type { Attempt, AttemptResult } from './delivery.rules.ts'
import type { StoredDelivery } from './delivery.store.ts'

type AttemptDeps = Pick<
  WebhooksDeps,
  | 'db'
  | 'clock'
  | 'sealer'
  | 'outbound'
  | 'webhookEndpoints'
  | 'deliveries'
  | 'queues'
  | 'payloads'
  | 'countAttempt'
>

/** Returns a function that counts attempts, and measures how long events waited for the first one. */
export const createAttemptMeter = (metrics: Metrics) => {
  const attempts = metrics.counter('webhook_attempts_total', 'Attempts to deliver webhooks by outcome', [
    'outcome',
  ])
  const waits = metrics.histogram(
    'webhook_wait_seconds',
    'Time from recording an event until its first attempt',
    [],
    [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
  )
  for (const outcome of ['succeeded', 'failed']) attempts.inc({ outcome }, 0)
  return ({ createdAt, tries, attempts: earlier }: StoredDelivery, result: AttemptResult): void => {
    attempts.inc({ outcome: isSuccess(result) ? 'succeeded' : 'failed' })
    if (tries === 0 && earlier.length === 0)
      waits.observe({}, Math.max(0, result.at.getTime() - createdAt.getTime()) / 1000)
  }
}

/** Sends a delivery once and records the result. Returns whether it succeeded. */
export const attemptDelivery = async (
  deps: AttemptDeps,
  endpoint: StoredWebhookEndpoint,
  delivery: StoredDelivery,
): Promise<boolean> => {
  const payload = await deps.payloads.find(delivery.workspaceId, delivery.eventId)
  const result = payload ? await send(deps, endpoint, delivery.eventId, payload.body) : expired(deps)
  const isTest = delivery.eventType === testEventType
  const step = nextStep(result, delivery.tries + 1, !isTest && payload !== null, deps.clock.now())
  deps.countAttempt(delivery, result)
  await deps.deliveries.settleIf(delivery, result, step)
  // Later deliveries of the record were postponed while this one failed.
  if (step.kind !== 'retry' && delivery.tries > 0) await resumeRecord(deps, delivery)
  if (payload && !isTest) await recordHealth(deps, endpoint, result)
  return isSuccess(result)
}

const resumeRecord = async (
  { clock, deliveries, queues }: AttemptDeps,
  { workspaceId, endpointId, recordKey }: StoredDelivery,
): Promise<void> => {
  const now = clock.now()
  if (await deliveries.makeNextDue(workspaceId, endpointId, recordKey, now))
    await queues.markDue(workspaceId, [endpointId], now)
}

/** Records when the endpoint started failing, and disables it when that has lasted too long. */
const recordHealth = async (
  deps: AttemptDeps,
  { workspaceId, id, failingSince: known }: StoredWebhookEndpoint,
  result: AttemptResult,
): Promise<void> => {
  const { clock, webhookEndpoints, deliveries } = deps
  if (isSuccess(result)) {
    if (known) await webhookEndpoints.markWorkingIf(workspaceId, id)
    return
  }
  if (!known) await webhookEndpoints.markFailingIf(workspaceId, id, result.at)
  const reason = reasonToDisable(result, known ?? result.at, clock.now())
  if (reason) return disableWebhookEndpoint(deps, workspaceId, id, reason)
  if (known && (await deliveries.countPending(workspaceId, id)) > maxPending)
    await disableWebhookEndpoint(deps, workspaceId, id, 'backlog')
}

const send = async (
  deps: AttemptDeps,
  endpoint: StoredWebhookEndpoint,
  eventId: string,
  body: string,
): Promise<Attempt> => {
  const { clock, outbound } = deps
  const at = clock.now()
  const requestHeaders = {
    'content-type': 'application/json',
    'user-agent': 'workspace-platform-webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
  }
  const secrets = await openSecrets(deps, endpoint, at)
  const signatures = secrets.map((secret) => new Webhook(secret).sign(eventId, at, body))
  // The log omits signatures, because with one the request could be replayed for a few minutes.
  const sent = { at, requestUrl: endpoint.url, requestHeaders }
  const startedAt = clock.monotonicMs()
  const durationMs = () => Math.round(clock.monotonicMs() - startedAt)
  try {
    const reply = await outbound.request({
      url: endpoint.url,
      method: 'POST',
      headers: { ...requestHeaders, 'webhook-signature': signatures.join(' ') },
      body,
    })
    // The text is stored and shown to users, so bytes that are not UTF-8 are replaced.
    const responseBody = reply.body.toString('utf8')
    return { ...sent, responseStatus: reply.status, responseBody, durationMs: durationMs(), error: null }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return {
      ...sent,
      responseStatus: null,
      responseBody: null,
      durationMs: durationMs(),
      error: error.message,
    }
  }
}

const eventExpired = 'The event is no longer stored'

const expired = ({ clock }: AttemptDeps): AttemptResult => ({
  at: clock.now(),
  responseStatus: null,
  responseBody: null,
  durationMs: 0,
  error: eventExpired,
})
