import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/** Tracks the publishing of a plan's new limits. The id is the plan id; workspaces up to `after` are done. */
export const planRefreshCollection = collection<{ after: Id | null }>('plan_refreshes', 'Plan refresh', {
  after: String,
})

export const planRefreshStore = (db: Database) => {
  const refreshes = db.global(planRefreshCollection)
  return {
    start: (planId: Id) => refreshes().upsert({ id: planId }, { after: null }),
    list: () => refreshes().find({}, { sort: { id: 1 }, limit: 100 }),
    find: (planId: Id) => refreshes().findOne({ id: planId }),
    saveProgress: (planId: Id, after: Id) => refreshes().updateIf({ id: planId }, { after }),
    remove: (planId: Id) => refreshes().removeIf({ id: planId }),
  }
}
