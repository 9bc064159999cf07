import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Domain } from './domain.contract.ts'
import type { StoredDomain } from './domain.store.ts'
import { toDomain } from './domain.view.ts'

export const DomainChanged = defineEvent({
  type: 'wp.storefront.domain.changed.v1',
  summary: 'A domain was claimed, verified, activated or disabled',
  data: z.object({ domain: Domain.omit({ verificationToken: true }) }),
})

export const DomainRemoved = defineEvent({
  type: 'wp.storefront.domain.removed.v1',
  summary: 'A domain was deleted',
  data: z.object({ domainId: IdString }),
})

export const DomainPublished = definePublicEvent({
  service: 'storefront',
  resource: 'domain',
  verbs: ['created', 'updated', 'removed'],
  permission: 'store.view',
  record: Domain,
})

export const publishDomainChanged = (tx: Tx, verb: 'created' | 'updated', stored: StoredDomain): void => {
  const { workspaceId } = stored
  const domain = toDomain(stored)
  tx.publish(DomainChanged, { workspaceId, data: { domain } })
  publishPublicEvent(tx, DomainPublished, verb, workspaceId, domain)
}

export const publishDomainRemoved = (tx: Tx, stored: StoredDomain): void => {
  const { workspaceId, id } = stored
  tx.publish(DomainRemoved, { workspaceId, data: { domainId: id } })
  publishPublicEvent(tx, DomainPublished, 'removed', workspaceId, toDomain(stored))
}
