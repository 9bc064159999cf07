import type { AdminBillingDeps } from '../deps.ts'
import { refreshPlans } from '../plan-refresh/plan-refresh.actions.ts'

/** Resumes publishing the limits of changed plans after a crash. */
export const refreshPlansJob = (deps: AdminBillingDeps) => ({
  name: 'refresh-plans',
  everyMs: 5_000,
  run: ({ signal }: { signal: AbortSignal }) => refreshPlans(deps, signal),
})
