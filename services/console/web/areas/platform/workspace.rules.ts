import type { AdminWorkspace } from '@workspace-platform/client/admin-billing'
import { toNumber } from '../../i18n/number.rules.ts'

/** A subscription without an end never expires. */
export type SubscriptionState = 'active' | 'endsSoon' | 'expired'

const soonMs = 14 * 86_400_000

/** Returns the state of a subscription; owners are first notified 14 days before the end. */
export const stateOf = (
  { subscriptionEndDate }: Pick<AdminWorkspace, 'subscriptionEndDate'>,
  now: Date,
): SubscriptionState => {
  if (subscriptionEndDate === null) return 'active'
  const leftMs = new Date(subscriptionEndDate).getTime() - now.getTime()
  if (leftMs <= 0) return 'expired'
  return leftMs < soonMs ? 'endsSoon' : 'active'
}

export const stateTones = { active: 'ok', endsSoon: 'warn', expired: 'bad' } as const

/** Returns the end for a day; an unchanged day keeps its time, and no day means that it never ends. */
export const toEnd = (day: string, before: string | null): string | null => {
  if (day === '') return null
  return before?.slice(0, 10) === day ? before : `${day}T00:00:00.000Z`
}

/** Returns a number, or null for an empty text. */
export const toOptionalNumber = (text: string): number | null => (text.trim() === '' ? null : toNumber(text))

/** Returns whether a text is not empty and not a number. */
export const isMistyped = (text: string): boolean => text.trim() !== '' && Number.isNaN(toNumber(text))

export const periods = ['monthly', 'quarterly', 'semiannual', 'annual'] as const

/** Returns the periods for which the plan can be renewed, the shortest first. Renewals are paid in US dollars. */
export const periodsOf = ({ plan }: Pick<AdminWorkspace, 'plan'>): (typeof periods)[number][] =>
  periods.filter((period) =>
    plan.pricePeriods.some((price) => price.period === period && price.currencyCode === 'USD'),
  )
