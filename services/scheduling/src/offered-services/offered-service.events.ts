import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Service } from './offered-service.contract.ts'
import type { StoredOfferedService } from './offered-service.store.ts'
import { toService } from './offered-service.view.ts'

export const ServiceChanged = defineEvent({
  type: 'wp.scheduling.service.changed.v1',
  summary: 'A service was created or updated',
  data: z.object({ service: Service }),
})

export const ServiceRemoved = defineEvent({
  type: 'wp.scheduling.service.removed.v1',
  summary: 'A service was deleted',
  data: z.object({ serviceId: IdString }),
})

export const publishServiceChanged = (tx: Tx, stored: StoredOfferedService): void =>
  tx.publish(ServiceChanged, { workspaceId: stored.workspaceId, data: { service: toService(stored) } })

export const publishServiceRemoved = (tx: Tx, workspaceId: Id, serviceId: Id): void =>
  tx.publish(ServiceRemoved, { workspaceId, data: { serviceId } })
