import { defineAuditEvent, defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { defineOwnerNotice } from '@wp/workspaces'
import { z } from 'zod'
import { WebhookEndpoint } from './webhook-endpoint.contract.ts'
import type { DisabledReason } from './webhook-endpoint.contract.ts'
import type { StoredWebhookEndpoint } from './webhook-endpoint.store.ts'
import { toWebhookEndpoint } from './webhook-endpoint.view.ts'

export const WebhookEndpointChanged = defineEvent({
  type: 'wp.webhooks.webhook-endpoint.changed.v1',
  summary: 'A webhook endpoint was created or updated. The event does not contain its secrets.',
  data: z.object({ webhookEndpoint: WebhookEndpoint }),
})

export const WebhookEndpointRemoved = defineEvent({
  type: 'wp.webhooks.webhook-endpoint.removed.v1',
  summary: 'A webhook endpoint was deleted',
  data: z.object({ webhookEndpointId: IdString }),
})

export const OwnerNoticeRequested = defineOwnerNotice('webhooks')

export const AuditRecorded = defineAuditEvent('webhooks')

type Action = 'created' | 'updated' | 'secret-rotated' | 'removed'

export const publishWebhookEndpointChanged = (tx: Tx, stored: StoredWebhookEndpoint): void =>
  tx.publish(WebhookEndpointChanged, {
    workspaceId: stored.workspaceId,
    data: { webhookEndpoint: toWebhookEndpoint(stored) },
  })

export const publishWebhookEndpointRemoved = (tx: Tx, { workspaceId, id }: StoredWebhookEndpoint): void =>
  tx.publish(WebhookEndpointRemoved, { workspaceId, data: { webhookEndpointId: id } })

export const publishWebhookEndpointDisabled = (
  tx: Tx,
  { workspaceId, id, url }: StoredWebhookEndpoint,
  reason: DisabledReason,
): void =>
  tx.publish(OwnerNoticeRequested, {
    workspaceId,
    data: { kind: 'webhook-endpoint-disabled', host: new URL(url).host, reason },
    aggregate: `webhookEndpoint:${id}`,
  })

/** `actorId` is null for changes of the platform. */
export const publishWebhookEndpointAudit = (
  tx: Tx,
  { workspaceId, id }: StoredWebhookEndpoint,
  action: Action | 'disabled',
  actorId: Id | null,
): void =>
  tx.publish(AuditRecorded, {
    workspaceId,
    data: {
      actorId,
      actorKind: actorId ? 'member' : 'system',
      action: `webhook-endpoint.${action}`,
      targetType: 'webhook-endpoint',
      targetId: id,
    },
    aggregate: `webhookEndpoint:${id}`,
  })
