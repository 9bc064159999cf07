import type { Job } from '@wp/runtime'
import type { StorefrontDeps } from '../deps.ts'

/** Republishes domains to the gateway after a NATS outage or the loss of the bucket. */
export const publishDomainsJob = ({ activeDomains }: Pick<StorefrontDeps, 'activeDomains'>): Job => ({
  name: 'publish-domains',
  everyMs: 60_000,
  run: () => activeDomains.compareAll(),
})
