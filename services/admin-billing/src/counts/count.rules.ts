import { utcDay } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import { additionsCents, isActive } from '../subscriptions/subscription.rules.ts'
import type { StoredSubscription } from '../subscriptions/subscription.store.ts'

/** Subscriptions that pay the same for their plan: same plan, same discount, both with add-ons or both without. */
export type Group = {
  planId: Id
  hasAddOns: boolean
  /** The workspace's own discount; null leaves it to the category's. */
  discountPercentage: number | null
  /** Null when the workspace has a discount of its own, which then decides. */
  businessCategorySlug: string | null
}

/** A group as the tallies hold it. */
export type CountedGroup = Group & { key: string; count: number; additionsCents: number }

/** What a group adds up to. */
export type GroupChange = { group: Group; count: number; additionsCents: number }

/** What a subscription needs to have to be counted. */
export type Countable = Pick<
  StoredSubscription,
  | 'planId'
  | 'subscriptionEndDate'
  | 'discountPercentage'
  | 'businessCategorySlug'
  | 'additionalStorageMB'
  | 'invoiceAdditions'
>

/** Extra storage or any invoice addition makes a free workspace a paying one. */
export const toGroup = (subscription: Countable): Group => ({
  planId: subscription.planId,
  hasAddOns: subscription.additionalStorageMB > 0 || subscription.invoiceAdditions.length > 0,
  discountPercentage: subscription.discountPercentage,
  businessCategorySlug: subscription.discountPercentage === null ? subscription.businessCategorySlug : null,
})

export const groupKey = (group: Group): string =>
  [
    group.planId,
    group.hasAddOns ? 'add-ons' : 'plain',
    group.discountPercentage === null
      ? `category:${group.businessCategorySlug}`
      : `own:${group.discountPercentage}`,
  ].join('/')

/** What changes in the groups when what was counted as `before` is from now on counted as `after`; null is not counted. */
export const groupChanges = (before: Countable | null, after: Countable | null): GroupChange[] => {
  const changes = new Map<string, GroupChange>()
  const add = (subscription: Countable | null, sign: 1 | -1) => {
    if (!subscription) return
    const group = toGroup(subscription)
    const change = changes.get(groupKey(group)) ?? { group, count: 0, additionsCents: 0 }
    changes.set(groupKey(group), {
      group,
      count: change.count + sign,
      additionsCents: change.additionsCents + sign * additionsCents(subscription.invoiceAdditions),
    })
  }
  add(before, -1)
  add(after, 1)
  return [...changes.values()].filter((change) => change.count !== 0 || change.additionsCents !== 0)
}

export type DayChanges = Map<CalendarDate, number>

type Ending = { subscriptionEndDate: Date | null }

/**
 * By how much the number of active subscriptions changes, and on which day, so that the sum of all changes up to a
 * day is the number that were active at its end. An end that lies ahead is entered on its day at once, and taken back if
 * it is moved; days that have passed are never touched, so the past stays what it was.
 */
export const activeChanges = (before: Ending | null, after: Ending, now: Date): DayChanges => {
  const changes: DayChanges = new Map()
  const add = (day: CalendarDate, change: number) => changes.set(day, (changes.get(day) ?? 0) + change)
  if (before && isActive(before, now)) {
    add(utcDay(now), -1)
    if (before.subscriptionEndDate) add(utcDay(before.subscriptionEndDate), 1)
  }
  if (isActive(after, now)) {
    add(utcDay(now), 1)
    if (after.subscriptionEndDate) add(utcDay(after.subscriptionEndDate), -1)
  }
  return new Map([...changes].filter(([, change]) => change !== 0))
}
