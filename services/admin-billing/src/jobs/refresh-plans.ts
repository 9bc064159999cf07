import type { AdminBillingDeps } from '../deps.ts'
import { refreshPlans } from '../plan-refresh/plan-refresh.actions.ts'

/** Tells the workspaces on a changed plan what a crash has left untold. */
export const refreshPlansJob = (deps: AdminBillingDeps) => ({
  name: 'refresh-plans',
  everyMs: 5_000,
  run: ({ signal }: { signal: AbortSignal }) => refreshPlans(deps, signal),
})
