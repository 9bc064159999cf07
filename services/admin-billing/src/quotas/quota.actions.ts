import { notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { AdminBillingDeps } from '../deps.ts'
import { getSubscription } from '../subscriptions/subscription.actions.ts'
import type { SubscriptionDeps } from '../subscriptions/subscription.actions.ts'
import { toSubscriptionState } from '../subscriptions/subscription.view.ts'
import {
  addAmount,
  alreadyReleased,
  checkHolder,
  hasLapsed,
  quotaExceeded,
  quotaLimit,
  releaseAmounts,
  reservationMs,
} from './quota.rules.ts'
import type { Quota } from './quota.rules.ts'

/** What workspaces use of their quotas; each call has its effect once for each key. */
export type QuotaDeps = SubscriptionDeps & Pick<AdminBillingDeps, 'quotas' | 'quotaMutex' | 'logger'>

export type QuotaUse = { used: number; limit: number | null }
export type QuotaUseByService = QuotaUse & { services: { service: string; usedBytes: number }[] }

/** What is used now; what has lapsed is not, also before anybody has taken it off. */
export const getQuotaUse = async (
  deps: QuotaDeps,
  workspaceId: Id,
  quota: Quota,
): Promise<QuotaUseByService> => {
  const limit = await getLimit(deps, workspaceId, quota)
  return deps.db.transaction(async () => {
    const use = await deps.quotas.findUse(workspaceId, quota)
    const lapsed = releaseAmounts(await deps.quotas.listLapsed(workspaceId, quota, deps.clock.now()))
    const services = Object.entries(use?.byService ?? {})
      .map(([service, used]) => ({ service, usedBytes: used + (lapsed[service] ?? 0) }))
      .filter(({ usedBytes }) => usedBytes > 0)
    return { used: services.reduce((sum, { usedBytes }) => sum + usedBytes, 0), limit, services }
  })
}

type Reservation = { workspaceId: Id; key: string; quota: Quota; amount: number; service: string }

/** Holds an amount until it is committed, released or lapses; QUOTA_EXCEEDED beyond the limit, CONFLICT for a key that was released. */
export const reserveQuota = async (deps: QuotaDeps, reservation: Reservation): Promise<QuotaUse> => {
  const { workspaceId, key, quota, amount, service } = reservation
  checkHolder(reservation)
  const limit = await getLimit(deps, workspaceId, quota)
  const reserve = async () => {
    const now = deps.clock.now()
    const lapsed = releaseAmounts(await deps.quotas.listLapsed(workspaceId, quota, now))
    await deps.quotas.removeLapsed(workspaceId, quota, now)
    const known = await deps.quotas.findHold(workspaceId, key)
    if (known?.releasedAt) throw alreadyReleased()
    if (known) return { used: await deps.quotas.addUse(workspaceId, quota, lapsed), limit }
    const used = await deps.quotas.addUse(workspaceId, quota, addAmount(lapsed, service, amount))
    if (limit !== null && used > limit && amount > 0) throw quotaExceeded(quota, limit)
    const expiresAt = new Date(now.getTime() + reservationMs)
    await deps.quotas.insertHold(workspaceId, { key, quota, amount, service, expiresAt })
    return { used, limit }
  }
  return deps.quotaMutex(workspaceId, () => deps.db.transaction(reserve))
}

/** Makes a reservation lasting; NOT_FOUND when there is none, or when it has lapsed. */
export const commitQuota = async (deps: QuotaDeps, workspaceId: Id, key: string): Promise<QuotaUse> => {
  const quota = await deps.db.transaction(async () => {
    const hold = await deps.quotas.findHold(workspaceId, key)
    if (!hold?.quota || hold.releasedAt || hasLapsed(hold, deps.clock.now())) throw notFound('Reservation')
    await deps.quotas.commitHold(workspaceId, key)
    return hold.quota
  })
  return getQuotaUse(deps, workspaceId, quota)
}

/** Gives back what a key holds, now or by a reservation that is still on its way; false when it holds nothing. */
export const releaseQuota = (deps: QuotaDeps, workspaceId: Id, key: string): Promise<boolean> => {
  const release = async () => {
    const now = deps.clock.now()
    const hold = await deps.quotas.findHold(workspaceId, key)
    if (hold?.releasedAt) return false
    await deps.quotas.release(workspaceId, key, hold, now)
    if (!hold?.quota) return false
    await deps.quotas.addUse(workspaceId, hold.quota, releaseAmounts([hold]))
    return !hasLapsed(hold, now)
  }
  return deps.quotaMutex(workspaceId, () => deps.db.transaction(release))
}

const getLimit = async (deps: QuotaDeps, workspaceId: Id, quota: Quota): Promise<number | null> => {
  const subscription = await getSubscription(deps, workspaceId)
  const plan = await deps.plans.getOf(subscription)
  const { limits } = toSubscriptionState(subscription, plan, (flag, value) =>
    deps.logger.warn({ planId: plan.id, flag, value }, 'a flag is no number, so it allows nothing'),
  )
  return quotaLimit(quota, limits)
}
