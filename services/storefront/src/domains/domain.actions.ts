import { newSecret } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { domainToASCII } from 'node:url'
import type { StorefrontDeps } from '../deps.ts'
import { publishDomainChanged, publishDomainRemoved } from './domain.events.ts'
import {
  checkDomainCount,
  checkDomainName,
  domainTaken,
  notVerified,
  verificationName,
} from './domain.rules.ts'
import type { StoredDomain } from './domain.store.ts'

type DomainDeps = Pick<
  StorefrontDeps,
  'db' | 'shopSettings' | 'domains' | 'activeDomains' | 'resolveTxt' | 'publicUrl'
>

/** Claims a domain. Other workspaces can claim it too, until one of them verifies it. */
export const createDomain = async (
  { db, shopSettings, domains, publicUrl }: DomainDeps,
  workspaceId: Id,
  name: string,
): Promise<StoredDomain> => {
  await shopSettings.get(workspaceId)
  const domain = checkDomainName(domainToASCII(name), new URL(publicUrl).hostname)
  if (await domains.isProven(domain)) throw domainTaken()
  return db.transaction(async (tx) => {
    await shopSettings.lock(workspaceId)
    checkDomainCount(await domains.count(workspaceId))
    const claimed = await domains.insert(workspaceId, {
      domain,
      status: 'pending',
      verificationToken: newSecret(),
      sslStatus: 'none',
      isVerified: false,
    })
    publishDomainChanged(tx, 'created', claimed)
    return claimed
  })
}

/** Looks for the token in DNS. The first workspace whose token is found owns the domain. */
export const verifyDomain = async (
  deps: DomainDeps,
  workspaceId: Id,
  domainId: Id,
): Promise<StoredDomain> => {
  const { db, domains, resolveTxt } = deps
  const claimed = await domains.get(workspaceId, domainId)
  if (claimed.isVerified) return claimed
  const found = await resolveTxt(verificationName(claimed.domain)).catch((error: unknown) => {
    throw notVerified(claimed.domain, error)
  })
  if (!found.includes(claimed.verificationToken)) throw notVerified(claimed.domain)
  return db.transaction(async (tx) => {
    const { status } = await domains.get(workspaceId, domainId)
    const verified = await domains.markVerified(
      workspaceId,
      domainId,
      status === 'pending' ? 'active' : status,
    )
    return publish(deps, tx, verified)
  })
}

export const activateDomain = (deps: DomainDeps, workspaceId: Id, domainId: Id): Promise<StoredDomain> =>
  deps.db.transaction(async (tx) => {
    const { domain, status, ...claimed } = await deps.domains.get(workspaceId, domainId)
    if (status === 'active') return { ...claimed, domain, status }
    const activated = await deps.domains.activateIf(workspaceId, domainId)
    if (!activated) throw notVerified(domain)
    return publish(deps, tx, activated)
  })

export const disableDomain = (deps: DomainDeps, workspaceId: Id, domainId: Id): Promise<StoredDomain> =>
  deps.db.transaction(async (tx) => {
    const before = await deps.domains.get(workspaceId, domainId)
    if (before.status === 'disabled') return before
    return publish(deps, tx, await deps.domains.disable(workspaceId, domainId))
  })

export const deleteDomain = (
  { db, domains, activeDomains }: DomainDeps,
  workspaceId: Id,
  domainId: Id,
): Promise<void> =>
  db.transaction(async (tx) => {
    const removed = await domains.remove(workspaceId, domainId)
    publishDomainRemoved(tx, removed)
    tx.afterCommit(() => activeDomains.refresh(removed.domain))
  })

const publish = ({ activeDomains }: DomainDeps, tx: Tx, changed: StoredDomain): StoredDomain => {
  publishDomainChanged(tx, 'updated', changed)
  tx.afterCommit(() => activeDomains.refresh(changed.domain))
  return changed
}
