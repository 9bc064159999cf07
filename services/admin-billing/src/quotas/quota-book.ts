import { keyedMutex, notFound } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { Logger } from '@wp/telemetry'
import type { PlanStore } from '../plans/plan.store.ts'
import { subscriptionState } from '../subscriptions/subscription.rules.ts'
import type { SubscriptionDirectory } from '../subscriptions/subscription-directory.ts'
import { checkHolder, quotaExceeded, quotaLimit, reservationMs } from './quota.rules.ts'
import type { Quota } from './quota.rules.ts'
import type { quotaStore, ServiceAmounts } from './quota.store.ts'

type Parts = {
  db: Database
  clock: Clock
  logger: Logger
  plans: PlanStore
  directory: SubscriptionDirectory
  quotas: ReturnType<typeof quotaStore>
}

export type Use = { used: number; limit: number | null }
type UseByService = Use & { services: { service: string; usedBytes: number }[] }

const given = (holds: readonly { service: string; amount: number }[]): ServiceAmounts => {
  const amounts: Record<string, number> = {}
  for (const { service, amount } of holds) amounts[service] = (amounts[service] ?? 0) - amount
  return amounts
}

const plus = (one: ServiceAmounts, service: string, amount: number): ServiceAmounts => ({
  ...one,
  [service]: (one[service] ?? 0) + amount,
})

/** Keeps what workspaces use of their quotas; each call has its effect once for each key. */
export const quotaBook = ({ db, clock, logger, plans, directory, quotas }: Parts) => {
  const inTurn = keyedMutex()

  const limitOf = async (workspaceId: Id, quota: Quota): Promise<number | null> => {
    const subscription = await directory.get(workspaceId)
    const plan = await plans.getOf(subscription)
    const { limits } = subscriptionState(subscription, plan, (flag, value) =>
      logger.warn({ planId: plan.id, flag, value }, 'a flag is no number, so it allows nothing'),
    )
    return quotaLimit(quota, limits)
  }

  /** What is used now; what has lapsed is not, also before anybody has taken it off. */
  const useOf = async (workspaceId: Id, quota: Quota): Promise<UseByService> => {
    const limit = await limitOf(workspaceId, quota)
    return db.transaction(async () => {
      const use = await quotas.findUse(workspaceId, quota)
      const lapsed = given(await quotas.listLapsed(workspaceId, quota, clock.now()))
      const services = Object.entries(use?.byService ?? {})
        .map(([service, used]) => ({ service, usedBytes: used + (lapsed[service] ?? 0) }))
        .filter(({ usedBytes }) => usedBytes > 0)
      return { used: services.reduce((sum, { usedBytes }) => sum + usedBytes, 0), limit, services }
    })
  }

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
      checkHolder(request)
      const limit = await limitOf(workspaceId, quota)
      const hold = async () => {
        const now = clock.now()
        const lapsed = given(await quotas.listLapsed(workspaceId, quota, now))
        await quotas.removeLapsed(workspaceId, quota, now)
        if (await quotas.findHold(workspaceId, key))
          return { used: await quotas.addUse(workspaceId, quota, lapsed), limit }
        const used = await quotas.addUse(workspaceId, quota, plus(lapsed, service, amount))
        if (limit !== null && used > limit && amount > 0) throw quotaExceeded(quota, limit)
        const expiresAt = new Date(now.getTime() + reservationMs)
        await quotas.insertHold(workspaceId, { key, quota, amount, service, expiresAt })
        return { used, limit }
      }
      return inTurn(workspaceId, () => db.transaction(hold))
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

    release: (workspaceId: Id, key: string): Promise<boolean> => {
      const giveBack = async () => {
        const hold = await quotas.removeHold(workspaceId, key)
        if (!hold) return false
        await quotas.addUse(workspaceId, hold.quota, given([hold]))
        return !hold.expiresAt || hold.expiresAt > clock.now()
      }
      return inTurn(workspaceId, () => db.transaction(giveBack))
    },
  }
}
export type QuotaBook = ReturnType<typeof quotaBook>
