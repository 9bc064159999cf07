import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Service } from './offered-service.contract.ts'
import type { StoredOfferedService } from './offered-service.store.ts'
import { toService } from './offered-service.view.ts'

/** Events from older versions have no externalId. */
const PublishedService = Service.extend({ externalId: Service.shape.externalId.optional() })

export const ServiceChanged = defineEvent({
  type: 'wp.scheduling.service.changed.v1',
  summary: 'A service was updated, and the update contains the name',
  data: z.object({ service: PublishedService }),
})

export const ServicePublished = definePublicEvent({
  service: 'scheduling',
  resource: 'service',
  verbs: ['created', 'updated', 'removed'],
  permission: 'services.view',
  record: PublishedService,
})

/** `changes` is the update; a new record has no previous name that others would have to replace. */
export const publishServiceChanged = (
  tx: Tx,
  verb: 'created' | 'updated',
  stored: StoredOfferedService,
  changes: { name?: string | undefined } = {},
): void => {
  const service = toService(stored)
  if (changes.name !== undefined)
    tx.publish(ServiceChanged, { workspaceId: stored.workspaceId, data: { service } })
  publishPublicEvent(tx, ServicePublished, verb, stored.workspaceId, service)
}

export const publishServiceRemoved = (tx: Tx, stored: StoredOfferedService): void =>
  publishPublicEvent(tx, ServicePublished, 'removed', stored.workspaceId, toService(stored))
