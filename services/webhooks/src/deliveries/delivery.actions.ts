import type { WorkspacePrincipal } from '@wp/auth'
import { iso, newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { WebhooksDeps } from '../deps.ts'
import { eventTypes, testEventType } from '../event-types/event-type.contract.ts'
import { checkAccess, isWanted } from '../event-types/event-type.rules.ts'
import type { StoredWebhookEndpoint } from '../webhook-endpoints/webhook-endpoint.store.ts'
import { toWebhookEndpoint } from '../webhook-endpoints/webhook-endpoint.view.ts'
import { checkActive, checkRedeliveryCount, maxRedeliveries } from './delivery.rules.ts'
import type { StoredDelivery } from './delivery.store.ts'
import { toBody } from './delivery.view.ts'

type RecordDeps = Pick<WebhooksDeps, 'clock' | 'webhookEndpoints' | 'deliveries' | 'payloads' | 'wake'>
type RepeatDeps = Pick<WebhooksDeps, 'db' | 'clock' | 'webhookEndpoints' | 'deliveries' | 'payloads' | 'wake'>

type Occurred = {
  id: Id
  type: string
  workspaceId: Id
  time: string
  recordKey: string
  data: object
}

/** Stores an event for the endpoints that want it, and starts their deliveries. A repeated call changes nothing. */
export const recordEvent = async (
  { clock, webhookEndpoints, deliveries, payloads, wake }: RecordDeps,
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
  for (const { id: endpointId } of wanting) {
    const nextAttemptAt = clock.now()
    await deliveries.insertIf(workspaceId, { endpointId, eventId, eventType: type, recordKey, nextAttemptAt })
    wake(workspaceId, endpointId)
  }
}

/** Sends a test event to an endpoint. */
export const sendTestEvent = (
  deps: RepeatDeps,
  principal: WorkspacePrincipal,
  workspaceId: Id,
  endpointId: Id,
): Promise<StoredDelivery> =>
  deps.db.transaction(async (tx) => {
    const { clock, deliveries, payloads, wake } = deps
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
    const { clock, deliveries, wake } = deps
    await getActive(deps, principal, workspaceId, endpointId)
    const repeated = await deliveries.repeat(workspaceId, endpointId, deliveryId, clock.now())
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
    const { clock, deliveries, wake } = deps
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
    await deliveries.repeatMany(
      workspaceId,
      wanted.map(({ id }) => id),
      clock.now(),
    )
    tx.afterCommit(() => wake(workspaceId, endpointId))
    return wanted.length
  })

const getActive = async (
  { webhookEndpoints }: RepeatDeps,
  principal: WorkspacePrincipal,
  workspaceId: Id,
  endpointId: Id,
): Promise<StoredWebhookEndpoint> => {
  const endpoint = await webhookEndpoints.get(workspaceId, endpointId)
  checkAccess(endpoint.events, eventTypes, principal)
  checkActive(endpoint)
  return endpoint
}
