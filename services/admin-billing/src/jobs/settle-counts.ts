import type { AdminBillingDeps } from '../deps.ts'
import { settleCounts } from '../counts/count.actions.ts'

/** Takes subscriptions that have ended by the clock off the counts. */
export const settleCountsJob = (deps: AdminBillingDeps) => ({
  name: 'settle-counts',
  everyMs: 60_000,
  run: ({ signal }: { signal: AbortSignal }) => settleCounts(deps, signal),
})
