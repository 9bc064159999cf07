import type { Id } from '@wp/kernel'
import type { AdminBillingDeps } from '../deps.ts'
import { publishSubscriptionChanged } from '../subscriptions/subscription.events.ts'

type PlanRefreshDeps = Pick<AdminBillingDeps, 'db' | 'logger' | 'plans' | 'subscriptions' | 'planRefreshes'>

const batchSize = 100

/** Runs refreshPlans in the background. If it fails, the refresh-plans job resumes it. */
export const refreshPlansInBackground = (deps: PlanRefreshDeps): void => {
  refreshPlans(deps).catch((error: unknown) =>
    deps.logger.warn(
      { err: error },
      'publishing plan limits was interrupted; the refresh-plans job will resume it',
    ),
  )
}

/** Publishes the new limits to all workspaces on changed plans. Each batch is a transaction, so a crash loses nothing. */
export const refreshPlans = async (deps: PlanRefreshDeps, signal?: AbortSignal): Promise<void> => {
  for (const { id } of await deps.planRefreshes.list())
    while (await refreshBatch(deps, id)) if (signal?.aborted) return
}

/** Returns whether the plan has more batches. */
const refreshBatch = (
  { db, plans, subscriptions, planRefreshes }: PlanRefreshDeps,
  planId: Id,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const refresh = await planRefreshes.find(planId)
    if (!refresh) return false
    const ids = (await subscriptions.listOnPlan(planId, refresh.after, batchSize)).map(({ id }) => id)
    if (ids.length > 0) {
      const plan = await plans.getIncludingRemoved(planId)
      await subscriptions.incrementVersions(ids)
      for (const subscription of await subscriptions.listOnPlan(planId, refresh.after, ids.length))
        publishSubscriptionChanged(tx, subscription, plan)
    }
    if (ids.length < batchSize) await planRefreshes.remove(planId)
    else await planRefreshes.saveProgress(planId, ids.at(-1)!)
    return ids.length === batchSize
  })
