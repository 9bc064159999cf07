import type { Job } from '@wp/runtime'
import type { StorefrontDeps } from '../deps.ts'

/** Mends what the gateway knows of active domains: a change that NATS was away for, or a bucket that was lost. */
export const publishDomainsJob = ({ activeDomains }: Pick<StorefrontDeps, 'activeDomains'>): Job => ({
  name: 'publish-domains',
  everyMs: 60_000,
  run: () => activeDomains.compareAll(),
})
