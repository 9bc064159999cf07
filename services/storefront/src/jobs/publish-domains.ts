import type { Job } from '@wp/runtime'
import type { StorefrontDeps } from '../deps.ts'

/** Publishes domains to the gateway again after a NATS outage or the loss of the bucket. */
export const publishDomainsJob = ({ activeDomains }: Pick<StorefrontDeps, 'activeDomains'>): Job => ({
  name: 'publish-domains',
  everyMs: 60_000,
  run: () => activeDomains.compareAll(),
})
