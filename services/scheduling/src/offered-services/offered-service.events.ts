import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Service } from './offered-service.contract.ts'
import type { StoredOfferedService } from './offered-service.store.ts'
import { toService } from './offered-service.view.ts'

/** Events from older versions have no externalId. */
const PublishedService = Service.extend({ externalId: Service.shape.externalId.optional() })

export const ServiceChanged = defineEvent({
  type: 'wp.scheduling.service.changed.v1',
  summary: 'A service was created or updated',
  data: z.object({
    service: PublishedService,
    hasSameName: z.boolean().optional().describe('True for an update that does not contain the name'),
  }),
})

export const ServiceRemoved = defineEvent({
  type: 'wp.scheduling.service.removed.v1',
  summary: 'A service was deleted',
  data: z.object({ serviceId: IdString }),
})

export const ServicePublished = definePublicEvent({
  service: 'scheduling',
  resource: 'service',
  verbs: ['created', 'updated', 'removed'],
  permission: 'services.view',
  record: PublishedService,
})

export const publishServiceChanged = (
  tx: Tx,
  verb: 'created' | 'updated',
  stored: StoredOfferedService,
  changes: { name?: string | undefined } = stored,
): void => {
  const service = toService(stored)
  tx.publish(ServiceChanged, {
    workspaceId: stored.workspaceId,
    data: { service, ...(changes.name === undefined && { hasSameName: true }) },
  })
  publishPublicEvent(tx, ServicePublished, verb, stored.workspaceId, service)
}

export const publishServiceRemoved = (tx: Tx, stored: StoredOfferedService): void => {
  const { workspaceId, id } = stored
  tx.publish(ServiceRemoved, { workspaceId, data: { serviceId: id } })
  publishPublicEvent(tx, ServicePublished, 'removed', workspaceId, toService(stored))
}
