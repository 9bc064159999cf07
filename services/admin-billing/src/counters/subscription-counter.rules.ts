import { utcDay } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import { additionsCents, isActive } from '../subscriptions/subscription.rules.ts'
import type { StoredSubscription } from '../subscriptions/subscription.types.ts'
import { dailyChange } from './counter.rules.ts'
import type { CounterChange } from './counter.rules.ts'

/** Subscriptions with the same plan price: the same plan and discount, all with add-ons or all without. */
export type PriceGroup = {
  planId: Id
  hasAddOns: boolean
  /** The workspace's own discount; null when its category's discount applies. */
  discountPercentage: number | null
  /** Null when the workspace has its own discount. */
  businessCategorySlug: string | null
}

export type PriceGroupChange = { group: PriceGroup; count: number; additionsCents: number }

/** The fields that decide how a subscription is counted. */
export type Countable = Pick<
  StoredSubscription,
  | 'planId'
  | 'subscriptionEndDate'
  | 'discountPercentage'
  | 'businessCategorySlug'
  | 'additionalStorageMB'
  | 'invoiceAdditions'
>

export const newSubscriptionChanges = (opened: StoredSubscription): CounterChange[] => [
  dailyChange('signups', 'all', utcDay(opened.createdAt), 1),
  ...toDailyChanges(activeChanges(null, opened, opened.createdAt)),
  ...toGroupCounters(groupChanges(null, opened.isCounted ? opened : null)),
]

export const subscriptionChanges = (
  before: StoredSubscription,
  after: StoredSubscription,
  now: Date,
): CounterChange[] => [
  ...toDailyChanges(activeChanges(before, after, now)),
  ...toGroupCounters(groupChanges(before.isCounted ? before : null, after.isCounted ? after : null)),
]

/**
 * Returns the counter changes for a subscription that has ended. The daily change was already recorded when the end
 * was set.
 */
export const endedSubscriptionChanges = (ended: Countable): CounterChange[] =>
  toGroupCounters(groupChanges(ended, null))

/** A workspace on a free plan counts as paying once it has extra storage or an invoice addition. */
export const toPriceGroup = (subscription: Countable): PriceGroup => ({
  planId: subscription.planId,
  hasAddOns: subscription.additionalStorageMB > 0 || subscription.invoiceAdditions.length > 0,
  discountPercentage: subscription.discountPercentage,
  businessCategorySlug: subscription.discountPercentage === null ? subscription.businessCategorySlug : null,
})

export const priceGroupKey = (group: PriceGroup): string =>
  [
    group.planId,
    group.hasAddOns ? 'add-ons' : 'plain',
    group.discountPercentage === null
      ? `category:${group.businessCategorySlug}`
      : `own:${group.discountPercentage}`,
  ].join('/')

/**
 * Returns how the price groups change when a subscription changes; null stands for a subscription that is not
 * counted.
 */
export const groupChanges = (before: Countable | null, after: Countable | null): PriceGroupChange[] => {
  const changes = new Map<string, PriceGroupChange>()
  const add = (subscription: Countable | null, sign: 1 | -1) => {
    if (!subscription) return
    const group = toPriceGroup(subscription)
    const change = changes.get(priceGroupKey(group)) ?? { group, count: 0, additionsCents: 0 }
    changes.set(priceGroupKey(group), {
      group,
      count: change.count + sign,
      additionsCents: change.additionsCents + sign * additionsCents(subscription.invoiceAdditions),
    })
  }
  add(before, -1)
  add(after, 1)
  return [...changes.values()].filter((change) => change.count !== 0 || change.additionsCents !== 0)
}

type DayChanges = Map<CalendarDate, number>

type Ending = { subscriptionEndDate: Date | null }

/**
 * Returns the daily changes in active subscriptions; their sum up to a day is the number active at the end of that
 * day. A future end is recorded on its day when it is set, and reversed when it moves.
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

const toDailyChanges = (changes: DayChanges): CounterChange[] =>
  [...changes].map(([day, count]) => dailyChange('active-changes', 'all', day, count))

const toGroupCounters = (changes: readonly PriceGroupChange[]): CounterChange[] => {
  const count = changes.reduce((sum, change) => sum + change.count, 0)
  const active: CounterChange = {
    family: 'active',
    kind: 'all',
    bucket: 'all',
    isDated: false,
    amount: 0,
    count,
    label: null,
  }
  const groups = changes.map(({ group, ...change }): CounterChange => ({
    family: 'groups',
    kind: priceGroupKey(group),
    bucket: group.planId,
    isDated: false,
    amount: change.additionsCents,
    count: change.count,
    label: JSON.stringify(group),
  }))
  return count === 0 ? groups : [active, ...groups]
}
