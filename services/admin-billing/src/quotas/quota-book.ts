import { AppError, notFound } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { PlanStore } from '../plans/plan.store.ts'
import { subscriptionState } from '../subscriptions/subscription.rules.ts'
import type { SubscriptionDirectory } from '../subscriptions/subscription-directory.ts'
import { quotaExceeded, quotaLimit, reservationMs } from './quota.rules.ts'
import type { Quota } from './quota.rules.ts'
import type { quotaStore } from './quota.store.ts'

type Parts = {
  db: Database
  clock: Clock
  plans: PlanStore
  directory: SubscriptionDirectory
  quotas: ReturnType<typeof quotaStore>
}

type Use = { used: number; limit: number | null }

/** Keeps what workspaces use of their quotas; each call has its effect once for each key. */
export const quotaBook = ({ db, clock, plans, directory, quotas }: Parts) => {
  const limitOf = async (workspaceId: Id, quota: Quota): Promise<number | null> => {
    const subscription = await directory.find(workspaceId)
    if (!subscription) throw notFound('Workspace')
    const { limits } = subscriptionState(subscription, await plans.get(subscription.planId))
    return quotaLimit(quota, limits)
  }

  const useOf = async (workspaceId: Id, quota: Quota): Promise<Use> => ({
    used: await quotas.findUse(workspaceId, quota),
    limit: await limitOf(workspaceId, quota),
  })

  return {
    useOf,

    reserve: async (request: {
      workspaceId: Id
      key: string
      quota: Quota
      amount: number
      service: string
    }): Promise<Use> => {
      const { workspaceId, key, quota, amount, service } = request
      if (!Number.isSafeInteger(amount) || amount < 0)
        throw new AppError('VALIDATION_FAILED', `An amount must be a whole number from 0, not ${amount}`)
      const limit = await limitOf(workspaceId, quota)
      return db.transaction(async () => {
        const now = clock.now()
        const lapsed = await quotas.removeLapsed(workspaceId, quota, now)
        if (await quotas.findHold(workspaceId, key))
          return { used: await quotas.addUse(workspaceId, quota, -lapsed), limit }
        const used = await quotas.addUse(workspaceId, quota, amount - lapsed)
        if (limit !== null && used > limit) throw quotaExceeded(quota, limit)
        const expiresAt = new Date(now.getTime() + reservationMs)
        await quotas.insertHold(workspaceId, { key, quota, amount, service, expiresAt })
        return { used, limit }
      })
    },

    commit: async (workspaceId: Id, key: string): Promise<Use> => {
      const hold = await db.transaction(async () => {
        const found = await quotas.findHold(workspaceId, key)
        if (!found || (found.expiresAt && found.expiresAt <= clock.now())) throw notFound('Reservation')
        return quotas.commitHold(workspaceId, key)
      })
      if (!hold) throw notFound('Reservation')
      return useOf(workspaceId, hold.quota)
    },

    release: (workspaceId: Id, key: string): Promise<boolean> =>
      db.transaction(async () => {
        const hold = await quotas.removeHold(workspaceId, key)
        if (hold) await quotas.addUse(workspaceId, hold.quota, -hold.amount)
        return hold !== null
      }),
  }
}
export type QuotaBook = ReturnType<typeof quotaBook>
