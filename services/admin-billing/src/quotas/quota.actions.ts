import { notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { AdminBillingDeps } from '../deps.ts'
import { listInvalidFlags } from '../plans/plan.rules.ts'
import { getSubscription } from '../subscriptions/subscription.actions.ts'
import type { SubscriptionDeps } from '../subscriptions/subscription.actions.ts'
import { toSubscriptionState } from '../subscriptions/subscription.view.ts'
import {
  addAmount,
  alreadyReleased,
  checkReservation,
  hasExpired,
  quotaExceeded,
  quotaLimit,
  releaseAmounts,
  reservationMs,
} from './quota.rules.ts'
import type { Quota } from './quota.rules.ts'

// Reserving, committing and releasing are idempotent per key.

export type QuotaDeps = SubscriptionDeps & Pick<AdminBillingDeps, 'quotas' | 'logger'>

export type QuotaUse = { used: number; limit: number | null }
export type QuotaUseByService = QuotaUse & { services: { service: string; usedBytes: number }[] }

/** Returns the current usage. Expired reservations do not count, even before they are removed. */
export const getQuotaUse = async (
  deps: QuotaDeps,
  workspaceId: Id,
  quota: Quota,
): Promise<QuotaUseByService> => {
  const limit = await getLimit(deps, workspaceId, quota)
  return deps.db.transaction(async () => {
    const use = await deps.quotas.findUse(workspaceId, quota)
    const expired = releaseAmounts(await deps.quotas.listExpired(workspaceId, quota, deps.clock.now()))
    const services = Object.entries(use?.byService ?? {})
      .map(([service, used]) => ({ service, usedBytes: used + (expired[service] ?? 0) }))
      .filter(({ usedBytes }) => usedBytes > 0)
    return { used: services.reduce((sum, { usedBytes }) => sum + usedBytes, 0), limit, services }
  })
}

type Reservation = { workspaceId: Id; key: string; quota: Quota; amount: number; service: string }

/**
 * Reserves an amount until it is committed or released, or expires. Throws QUOTA_EXCEEDED, or CONFLICT for a released
 * key.
 */
export const reserveQuota = async (deps: QuotaDeps, reservation: Reservation): Promise<QuotaUse> => {
  const { workspaceId, key, quota, amount, service } = reservation
  checkReservation(reservation)
  const limit = await getLimit(deps, workspaceId, quota)
  const reserve = async () => {
    const now = deps.clock.now()
    const expiredHolds = await deps.quotas.listExpired(workspaceId, quota, now)
    if (expiredHolds.length > 0) await deps.quotas.removeMany(workspaceId, expiredHolds)
    const expired = releaseAmounts(expiredHolds)
    const known = await deps.quotas.findHold(workspaceId, key)
    if (known?.releasedAt) throw alreadyReleased()
    if (known) return { used: await deps.quotas.addUse(workspaceId, quota, expired), limit }
    const used = await deps.quotas.addUse(workspaceId, quota, addAmount(expired, service, amount))
    if (limit !== null && used > limit && amount > 0) throw quotaExceeded(quota, limit)
    const expiresAt = new Date(now.getTime() + reservationMs)
    await deps.quotas.insertHold(workspaceId, { key, quota, amount, service, expiresAt })
    return { used, limit }
  }
  return deps.db.transaction(reserve, { queue: `quotas ${workspaceId}` })
}

/** Makes a reservation permanent. Throws NOT_FOUND when it does not exist, was released or has expired. */
export const commitQuota = async (deps: QuotaDeps, workspaceId: Id, key: string): Promise<QuotaUse> => {
  const quota = await deps.db.transaction(async () => {
    const hold = await deps.quotas.findHold(workspaceId, key)
    if (!hold?.quota || hold.releasedAt || hasExpired(hold, deps.clock.now())) throw notFound('Reservation')
    await deps.quotas.commitHold(workspaceId, key)
    return hold.quota
  })
  return getQuotaUse(deps, workspaceId, quota)
}

/**
 * Releases a key, so that a later reservation with it is rejected. Returns false when the key held nothing.
 */
export const releaseQuota = (deps: QuotaDeps, workspaceId: Id, key: string): Promise<boolean> => {
  const release = async () => {
    const now = deps.clock.now()
    const hold = await deps.quotas.findHold(workspaceId, key)
    if (hold?.releasedAt) return false
    await deps.quotas.release(workspaceId, key, hold, now)
    if (!hold?.quota) return false
    await deps.quotas.addUse(workspaceId, hold.quota, releaseAmounts([hold]))
    return !hasExpired(hold, now)
  }
  return deps.db.transaction(release, { queue: `quotas ${workspaceId}` })
}

const getLimit = async (deps: QuotaDeps, workspaceId: Id, quota: Quota): Promise<number | null> => {
  const subscription = await getSubscription(deps, workspaceId)
  const plan = await deps.plans.getIncludingRemoved(subscription.planId)
  for (const { flag, value } of listInvalidFlags(plan))
    deps.logger.warn(
      { planId: plan.id, flag, value },
      'a plan limit is not a whole number; the quota allows nothing until the plan is corrected',
    )
  const { limits } = toSubscriptionState(subscription, plan)
  return quotaLimit(quota, limits)
}
