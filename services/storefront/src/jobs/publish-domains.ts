import type { Job } from '@wp/runtime'
import type { StorefrontDeps } from '../deps.ts'

/** Repairs the domains known to the gateway after a NATS outage or a lost bucket. */
export const publishDomainsJob = ({ activeDomains }: Pick<StorefrontDeps, 'activeDomains'>): Job => ({
  name: 'publish-domains',
  everyMs: 60_000,
  run: () => activeDomains.compareAll(),
})
