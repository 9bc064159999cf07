import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/** A changed plan whose workspaces are still being told, under the plan's id: those up to `after` know already. */
export const planRefreshCollection = collection<{ after: Id | null }>('plan_refreshes', 'Plan refresh', {
  after: String,
})

export const planRefreshStore = (db: Database) => {
  const refreshes = db.global(planRefreshCollection)
  return {
    begin: (planId: Id) => refreshes().upsert({ id: planId }, { after: null }),
    list: () => refreshes().find({}, { sort: { id: 1 }, limit: 100 }),
    find: (planId: Id) => refreshes().findOne({ id: planId }),
    goOn: (planId: Id, after: Id) => refreshes().updateIf({ id: planId }, { after }),
    end: (planId: Id) => refreshes().removeIf({ id: planId }),
  }
}
