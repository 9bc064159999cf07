import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { AdminBillingDeps } from '../deps.ts'
import { publishSubscriptionChanged } from '../subscriptions/subscription.events.ts'

export type PlanRefreshDeps = Pick<
  AdminBillingDeps,
  'db' | 'logger' | 'plans' | 'subscriptions' | 'planRefreshes'
>

const batchSize = 100

/** Begins to tell the workspaces on a changed plan, in the transaction of the change; a job makes good what fails. */
export const beginPlanRefresh = async (deps: PlanRefreshDeps, tx: Tx, planId: Id): Promise<void> => {
  await deps.planRefreshes.begin(planId)
  tx.afterCommit(() => {
    refreshPlans(deps).catch((error: unknown) =>
      deps.logger.warn({ err: error, planId }, 'the job will tell the rest'),
    )
  })
}

/** Tells the workspaces on changed plans their new limits, a batch in each transaction, also after a crash half-way. */
export const refreshPlans = async (deps: PlanRefreshDeps, signal?: AbortSignal): Promise<void> => {
  for (const { id } of await deps.planRefreshes.list())
    while (await refreshBatch(deps, id)) if (signal?.aborted) return
}

/** One batch; false when the plan's workspaces all know. */
const refreshBatch = (
  { db, plans, subscriptions, planRefreshes }: PlanRefreshDeps,
  planId: Id,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const refresh = await planRefreshes.find(planId)
    if (!refresh) return false
    const ids = (await subscriptions.listOnPlan(planId, refresh.after, batchSize)).map(({ id }) => id)
    if (ids.length > 0) {
      const plan = await plans.getOf({ planId })
      await subscriptions.raiseVersions(ids)
      for (const subscription of await subscriptions.listOnPlan(planId, refresh.after, ids.length))
        publishSubscriptionChanged(tx, subscription, plan)
    }
    if (ids.length < batchSize) await planRefreshes.end(planId)
    else await planRefreshes.goOn(planId, ids.at(-1)!)
    return ids.length === batchSize
  })
