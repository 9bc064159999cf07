import { OutboundError } from '@wp/outbound'
import { Webhook } from 'standardwebhooks'
import type { WebhooksDeps } from '../deps.ts'
import { testEventType } from '../event-types/event-type.contract.ts'
import { disableWebhookEndpoint, toSecretBinding } from '../webhook-endpoints/webhook-endpoint.actions.ts'
import { activeSecrets } from '../webhook-endpoints/webhook-endpoint.rules.ts'
import type { StoredWebhookEndpoint } from '../webhook-endpoints/webhook-endpoint.store.ts'
import { isSuccess, maxPending, nextStep, reasonToDisable } from './delivery.rules.ts'
import type { AttemptResult } from './delivery.rules.ts'
import type { StoredDelivery } from './delivery.store.ts'

type AttemptDeps = Pick<
  WebhooksDeps,
  'db' | 'clock' | 'sealer' | 'outbound' | 'webhookEndpoints' | 'deliveries' | 'payloads'
>

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
  await deps.deliveries.settleIf(delivery, result, step)
  // Later deliveries of the record were postponed while this one failed.
  if (step.kind !== 'retry' && delivery.tries > 0)
    await deps.deliveries.makeNextDue(delivery.workspaceId, endpoint.id, delivery.recordKey, deps.clock.now())
  if (payload && !isTest) await recordHealth(deps, endpoint, result)
  return isSuccess(result)
}

/** Remembers since when the endpoint fails, and disables it when that has lasted too long. */
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
  { clock, sealer, outbound }: AttemptDeps,
  { id, url, secrets }: StoredWebhookEndpoint,
  eventId: string,
  body: string,
): Promise<AttemptResult> => {
  const at = clock.now()
  const signatures = activeSecrets(secrets, at).map(({ sealed }) =>
    new Webhook(sealer.open(sealed, toSecretBinding(id)).text).sign(eventId, at, body),
  )
  const startedAt = clock.monotonicMs()
  const durationMs = () => Math.round(clock.monotonicMs() - startedAt)
  try {
    const reply = await outbound.request({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'workspace-platform-webhooks/1',
        'webhook-id': eventId,
        'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
        'webhook-signature': signatures.join(' '),
      },
      body,
    })
    // Text is shown to people and stored, so bytes that are not UTF-8 are replaced.
    const responseBody = reply.body.toString('utf8')
    return { at, responseStatus: reply.status, responseBody, durationMs: durationMs(), error: null }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { at, responseStatus: null, responseBody: null, durationMs: durationMs(), error: error.message }
  }
}

const expired = ({ clock }: AttemptDeps): AttemptResult => ({
  at: clock.now(),
  responseStatus: null,
  responseBody: null,
  durationMs: 0,
  error: 'The event is no longer stored',
})
