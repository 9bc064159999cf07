import type { WorkspacePrincipal } from '@wp/auth'
import { iso, newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { WebhooksDeps } from '../deps.ts'
import { testEventType } from '../event-types/event-type.contract.ts'
import { canView, checkAccess, isWanted } from '../event-types/event-type.rules.ts'
import type { StoredWebhookEndpoint } from '../webhook-endpoints/webhook-endpoint.store.ts'
import { toWebhookEndpoint } from '../webhook-endpoints/webhook-endpoint.view.ts'
import { checkActive, checkRedeliveryCount, maxRedeliveries } from './delivery.rules.ts'
import type { Delivery } from './delivery.contract.ts'
import type { StoredDelivery } from './delivery.store.ts'
import { toBody, toDelivery } from './delivery.view.ts'

type RecordDeps = Pick<
  WebhooksDeps,
  'clock' | 'webhookEndpoints' | 'deliveries' | 'queues' | 'payloads' | 'wake'
>
type RepeatDeps = RecordDeps & Pick<WebhooksDeps, 'db' | 'eventTypes'>

type Occurred = {
  id: Id
  type: string
  workspaceId: Id
  time: string
  recordKey: string
  data: object
}

/**
 * Stores an event for the endpoints subscribed to it, and starts their deliveries. A repeated call changes
 * nothing.
 */
export const recordEvent = async (
  { clock, webhookEndpoints, deliveries, queues, payloads, wake }: RecordDeps,
  { id: eventId, type, workspaceId, time, recordKey, data }: Occurred,
): Promise<void> => {
  const wanting = (await webhookEndpoints.listActive(workspaceId)).filter(
    ({ events, activeSince }) => isWanted(events, type) && activeSince <= new Date(time),
  )
  if (wanting.length === 0) return
  await payloads.insertIf(
    workspaceId,
    eventId,
    toBody({ id: eventId, type, workspaceId, createdAt: time, data }),
  )
  const nextAttemptAt = clock.now()
  const endpointIds = wanting.map(({ id }) => id)
  for (const endpointId of endpointIds)
    await deliveries.insertIf(workspaceId, { endpointId, eventId, eventType: type, recordKey, nextAttemptAt })
  await queues.markDue(workspaceId, endpointIds, nextAttemptAt)
  for (const endpointId of endpointIds) wake(workspaceId, endpointId)
}

/** Returns deliveries as the API shows them. Members see the bodies of records that they may view. */
export const showDeliveries = async (
  { payloads, eventTypes }: Pick<WebhooksDeps, 'payloads' | 'eventTypes'>,
  principal: WorkspacePrincipal,
  workspaceId: Id,
  stored: readonly StoredDelivery[],
): Promise<Delivery[]> => {
  const isShown = ({ eventType }: StoredDelivery) =>
    eventType === testEventType || canView(eventType, eventTypes.list(), principal)
  const eventIds = stored.filter(isShown).map(({ eventId }) => eventId)
  const bodies = await payloads.listBeginnings(workspaceId, eventIds)
  return stored.map((delivery) => toDelivery(delivery, bodies.get(delivery.eventId) ?? null))
}

/** Sends a test event to an endpoint. */
export const sendTestEvent = (
  deps: RepeatDeps,
  principal: WorkspacePrincipal,
  workspaceId: Id,
  endpointId: Id,
): Promise<StoredDelivery> =>
  deps.db.transaction(async (tx) => {
    const { clock, deliveries, queues, payloads, wake } = deps
    const endpoint = await getActive(deps, principal, workspaceId, endpointId)
    const eventId = newId()
    const now = clock.now()
    const data = { webhookEndpoint: toWebhookEndpoint(endpoint) }
    const body = toBody({ id: eventId, type: testEventType, workspaceId, createdAt: iso(now), data })
    await payloads.insert(workspaceId, eventId, body)
    const delivery = await deliveries.insert(workspaceId, {
      endpointId,
      eventId,
      eventType: testEventType,
      recordKey: `test:${eventId}`,
      nextAttemptAt: now,
    })
    await queues.markDue(workspaceId, [endpointId], now)
    tx.afterCommit(() => wake(workspaceId, endpointId))
    return delivery
  })

/** Sends an event again; a pending delivery is sent now. */
export const repeatDelivery = (
  deps: RepeatDeps,
  principal: WorkspacePrincipal,
  workspaceId: Id,
  endpointId: Id,
  deliveryId: Id,
): Promise<StoredDelivery> =>
  deps.db.transaction(async (tx) => {
    const { clock, deliveries, queues, wake } = deps
    await getActive(deps, principal, workspaceId, endpointId)
    const now = clock.now()
    const repeated = await deliveries.repeat(workspaceId, endpointId, deliveryId, now)
    await queues.markDue(workspaceId, [endpointId], now)
    tx.afterCommit(() => wake(workspaceId, endpointId))
    return repeated
  })

/** Sends the events of a period again, and returns their number. */
export const repeatDeliveries = (
  deps: RepeatDeps,
  principal: WorkspacePrincipal,
  workspaceId: Id,
  endpointId: Id,
  { from, to, events }: { from: string; to: string; events?: string[] | undefined },
): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const { clock, deliveries, queues, wake } = deps
    await getActive(deps, principal, workspaceId, endpointId)
    const finished = await deliveries.listFinished(
      workspaceId,
      endpointId,
      new Date(from),
      new Date(to),
      maxRedeliveries + 1,
    )
    checkRedeliveryCount(finished.length)
    const wanted = finished.filter(({ eventType }) => !events || isWanted(events, eventType))
    if (wanted.length === 0) return 0
    const now = clock.now()
    await deliveries.repeatMany(
      workspaceId,
      wanted.map(({ id }) => id),
      now,
    )
    await queues.markDue(workspaceId, [endpointId], now)
    tx.afterCommit(() => wake(workspaceId, endpointId))
    return wanted.length
  })

const getActive = async (
  { webhookEndpoints, eventTypes }: RepeatDeps,
  principal: WorkspacePrincipal,
  workspaceId: Id,
  endpointId: Id,
): Promise<StoredWebhookEndpoint> => {
  const endpoint = await webhookEndpoints.get(workspaceId, endpointId)
  checkAccess(endpoint.events, eventTypes.list(), principal)
  checkActive(endpoint)
  return endpoint
}
