import type { JobContext } from '@wp/runtime'
import type { AdminBillingDeps } from '../deps.ts'
import { settleCounters } from '../subscriptions/subscription-counter.actions.ts'

/** Removes expired subscriptions from the counters. */
export const settleCountersJob = (deps: AdminBillingDeps) => ({
  name: 'settle-counters',
  everyMs: 60_000,
  run: (context: JobContext) => settleCounters(deps, context),
})
