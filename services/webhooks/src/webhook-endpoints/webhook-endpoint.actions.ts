import type { WorkspacePrincipal } from '@wp/auth'
import { newId, newSecret } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { WebhooksDeps } from '../deps.ts'
import { checkAccess, checkPatterns } from '../event-types/event-type.rules.ts'
import type {
  DisabledReason,
  NewWebhookEndpoint,
  WebhookEndpointChanges,
} from './webhook-endpoint.contract.ts'
import {
  publishWebhookEndpointAudit,
  publishWebhookEndpointChanged,
  publishWebhookEndpointDisabled,
  publishWebhookEndpointRemoved,
} from './webhook-endpoint.events.ts'
import {
  activeSecrets,
  checkEndpointCount,
  checkUrl,
  rotateSecrets,
  toWebhookSecret,
} from './webhook-endpoint.rules.ts'
import type { SealedSecret } from './webhook-endpoint.rules.ts'
import type { StoredWebhookEndpoint } from './webhook-endpoint.store.ts'

type EndpointDeps = Pick<
  WebhooksDeps,
  'db' | 'clock' | 'sealer' | 'urlPolicy' | 'eventTypes' | 'webhookEndpoints' | 'deliveries' | 'queues'
>

type WithSecret = { endpoint: StoredWebhookEndpoint; secret: string }

/** Creates an endpoint with a new secret. Requires the workspace's lock record. */
export const createWebhookEndpoint = async (
  { db, clock, sealer, urlPolicy, eventTypes, webhookEndpoints, queues }: EndpointDeps,
  principal: WorkspacePrincipal,
  workspaceId: Id,
  { url, events, description, isActive }: NewWebhookEndpoint,
): Promise<WithSecret> => {
  checkPatterns(events, eventTypes.list(), principal)
  checkUrl(url, urlPolicy)
  const id = newId()
  const secret = toWebhookSecret(newSecret())
  const endpoint = await db.transaction(async (tx) => {
    await webhookEndpoints.lock(workspaceId)
    checkEndpointCount(await webhookEndpoints.count(workspaceId))
    const created = await webhookEndpoints.insert(workspaceId, {
      id,
      url,
      events: [...new Set(events)],
      description,
      isActive,
      activeSince: clock.now(),
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
      secrets: [{ sealed: sealer.seal(secret, toSecretBinding(id)), expiresAt: null }],
    })
    await queues.insert(workspaceId, id)
    publishWebhookEndpointChanged(tx, created)
    publishWebhookEndpointAudit(tx, created, 'created', principal.accountId)
    return created
  })
  return { endpoint, secret }
}

/** Changes an endpoint. Deactivating it ends its pending deliveries. */
export const updateWebhookEndpoint = async (
  deps: EndpointDeps,
  principal: WorkspacePrincipal,
  workspaceId: Id,
  id: Id,
  changes: WebhookEndpointChanges,
): Promise<StoredWebhookEndpoint> => {
  const { db, clock, urlPolicy, eventTypes, webhookEndpoints, deliveries } = deps
  if (changes.url !== undefined) checkUrl(changes.url, urlPolicy)
  return db.transaction(async (tx) => {
    const before = await webhookEndpoints.get(workspaceId, id)
    // A new URL receives the events of all types, so changing it needs their permissions too.
    checkAccess(before.events, eventTypes.list(), principal)
    if (changes.events) checkPatterns(changes.events, eventTypes.list(), principal)
    const isActivated = changes.isActive === true && !before.isActive
    const updated = await webhookEndpoints.update(workspaceId, id, {
      ...changes,
      ...(changes.events && { events: [...new Set(changes.events)] }),
      ...(isActivated && {
        activeSince: clock.now(),
        disabledAt: null,
        disabledReason: null,
        failingSince: null,
      }),
    })
    if (changes.isActive === false) await deliveries.failPending(workspaceId, id)
    publishWebhookEndpointChanged(tx, updated)
    publishWebhookEndpointAudit(tx, updated, 'updated', principal.accountId)
    return updated
  })
}

/** Deletes an endpoint. Its log of deliveries expires. */
export const deleteWebhookEndpoint = (
  { db, webhookEndpoints, deliveries, queues }: EndpointDeps,
  principal: WorkspacePrincipal,
  workspaceId: Id,
  id: Id,
): Promise<void> =>
  db.transaction(async (tx) => {
    const removed = await webhookEndpoints.remove(workspaceId, id)
    await deliveries.failPending(workspaceId, id)
    await queues.removeIf(workspaceId, id)
    publishWebhookEndpointRemoved(tx, removed)
    publishWebhookEndpointAudit(tx, removed, 'removed', principal.accountId)
  })

/** Gives an endpoint a new secret; the current one also signs for 24 hours. */
export const rotateWebhookSecret = async (
  { db, clock, sealer, eventTypes, webhookEndpoints }: EndpointDeps,
  principal: WorkspacePrincipal,
  workspaceId: Id,
  id: Id,
): Promise<WithSecret> => {
  const secret = toWebhookSecret(newSecret())
  const endpoint = await db.transaction(async (tx) => {
    const before = await webhookEndpoints.get(workspaceId, id)
    checkAccess(before.events, eventTypes.list(), principal)
    const sealed = sealer.seal(secret, toSecretBinding(id))
    const updated = await webhookEndpoints.update(workspaceId, id, {
      secrets: rotateSecrets(before.secrets, sealed, clock.now()),
    })
    publishWebhookEndpointChanged(tx, updated)
    publishWebhookEndpointAudit(tx, updated, 'secret-rotated', principal.accountId)
    return updated
  })
  return { endpoint, secret }
}

/** Disables an endpoint that does not work and ends its pending deliveries; identity emails the owner. */
export const disableWebhookEndpoint = (
  {
    db,
    clock,
    webhookEndpoints,
    deliveries,
  }: Pick<EndpointDeps, 'db' | 'clock' | 'webhookEndpoints' | 'deliveries'>,
  workspaceId: Id,
  id: Id,
  reason: DisabledReason,
): Promise<void> =>
  db.transaction(async (tx) => {
    const disabled = await webhookEndpoints.disableIf(workspaceId, id, reason, clock.now())
    if (!disabled) return
    await deliveries.failPending(workspaceId, id)
    publishWebhookEndpointChanged(tx, disabled)
    publishWebhookEndpointDisabled(tx, disabled, reason)
    publishWebhookEndpointAudit(tx, disabled, 'disabled', null)
  })

/** Decrypts the active secrets, and re-encrypts them when they were encrypted with an older key. */
export const openSecrets = async (
  { db, sealer, webhookEndpoints }: Pick<EndpointDeps, 'db' | 'sealer' | 'webhookEndpoints'>,
  { workspaceId, id, secrets }: StoredWebhookEndpoint,
  now: Date,
): Promise<string[]> => {
  const open = ({ sealed }: SealedSecret) => sealer.open(sealed, toSecretBinding(id))
  const opened = activeSecrets(secrets, now).map(open)
  if (opened.some(({ isCurrent }) => !isCurrent))
    await db.transaction(async () => {
      // Read again: the secret may have been rotated in the meantime.
      const current = await webhookEndpoints.findActive(workspaceId, id)
      if (!current) return
      const resealed = activeSecrets(current.secrets, now).map((secret) => ({
        ...secret,
        sealed: sealer.seal(open(secret).text, toSecretBinding(id)),
      }))
      await webhookEndpoints.replaceSecrets(workspaceId, id, resealed)
    })
  return opened.map(({ text }) => text)
}

/** Returns the binding of an endpoint's sealed secrets. */
export const toSecretBinding = (endpointId: Id): string => `webhook-endpoint/${endpointId}`
