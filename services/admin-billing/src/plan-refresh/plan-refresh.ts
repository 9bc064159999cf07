import type { Id } from '@wp/kernel'
import type { Database, Tx } from '@wp/mongo'
import type { Logger } from '@wp/telemetry'
import type { SubscriptionDirectory } from '../subscriptions/subscription-directory.ts'
import type { SubscriptionStore } from '../subscriptions/subscription.store.ts'
import { planRefreshStore } from './plan-refresh.store.ts'

type Parts = {
  db: Database
  logger: Logger
  subscriptions: SubscriptionStore
  directory: Pick<SubscriptionDirectory, 'tell'>
}

const batch = 100

/** Tells the workspaces on a changed plan their new limits, a batch in each transaction, also after a crash half-way. */
export const planRefresh = ({ db, logger, subscriptions, directory }: Parts) => {
  const refreshes = planRefreshStore(db)

  /** One batch; false when the plan's workspaces all know. */
  const step = (planId: Id): Promise<boolean> =>
    db.transaction(async (tx) => {
      const refresh = await refreshes.find(planId)
      if (!refresh) return false
      const ids = (await subscriptions.listOnPlan(planId, refresh.after, batch)).map(({ id }) => id)
      if (ids.length > 0) {
        await subscriptions.raiseVersions(ids)
        for (const subscription of await subscriptions.listOnPlan(planId, refresh.after, ids.length))
          await directory.tell(tx, subscription)
      }
      if (ids.length < batch) await refreshes.end(planId)
      else await refreshes.goOn(planId, ids.at(-1)!)
      return ids.length === batch
    })

  const run = async (signal?: AbortSignal): Promise<void> => {
    for (const { id } of await refreshes.list()) while (await step(id)) if (signal?.aborted) return
  }

  return {
    /** Begins in the transaction of the plan's change; the telling follows at once, and a job makes good what fails. */
    begin: async (tx: Tx, planId: Id): Promise<void> => {
      await refreshes.begin(planId)
      tx.afterCommit(() => {
        run().catch((error: unknown) => logger.warn({ err: error, planId }, 'the job will tell the rest'))
      })
    },
    run: ({ signal }: { signal: AbortSignal }) => run(signal),
  }
}
export type PlanRefresh = ReturnType<typeof planRefresh>
