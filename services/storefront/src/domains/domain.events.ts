import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { Domain } from './domain.contract.ts'
import type { StoredDomain } from './domain.store.ts'
import { toDomain } from './domain.view.ts'

export const DomainPublished = definePublicEvent({
  service: 'storefront',
  resource: 'domain',
  verbs: ['created', 'updated', 'removed'],
  permission: 'store.view',
  record: Domain,
})

export const publishDomainChanged = (tx: Tx, verb: 'created' | 'updated', stored: StoredDomain): void =>
  publishPublicEvent(tx, DomainPublished, verb, stored.workspaceId, toDomain(stored))

export const publishDomainRemoved = (tx: Tx, stored: StoredDomain): void =>
  publishPublicEvent(tx, DomainPublished, 'removed', stored.workspaceId, toDomain(stored))
