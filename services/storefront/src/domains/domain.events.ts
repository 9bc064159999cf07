import { defineEvent } from '@wp/bus'
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

export const publishDomainChanged = (tx: Tx, stored: StoredDomain): void =>
  tx.publish(DomainChanged, { workspaceId: stored.workspaceId, data: { domain: toDomain(stored) } })

export const publishDomainRemoved = (tx: Tx, { workspaceId, id }: StoredDomain): void =>
  tx.publish(DomainRemoved, { workspaceId, data: { domainId: id } })
