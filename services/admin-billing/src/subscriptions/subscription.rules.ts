import {
  AppError,
  dateParts,
  invalid,
  multiplyToMinor,
  newId,
  notFound,
  searchKeys,
  utcDay,
} from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { WorkspaceState } from '@wp/workspaces'
import { nextAnnouncementAt } from '../announcements/announcement.rules.ts'
import { currency } from '../money/money.contract.ts'
import type { AdditionChanges, AdditionFields } from './subscription.contract.ts'
import type {
  DerivedFields,
  StoredAddition,
  SubscriptionEnd,
  SubscriptionRecord,
  WorkspaceCopy,
} from './subscription.types.ts'

const maxAdditions = 200

export const isActive = (
  { subscriptionEndDate: end }: { subscriptionEndDate: Date | null },
  now: Date,
): boolean => end === null || end > now

export const toDerivedFields = (
  { subscriptionEndDate: end, announced }: Pick<SubscriptionRecord, 'subscriptionEndDate' | 'announced'>,
  now: Date,
): DerivedFields => ({
  isCounted: isActive({ subscriptionEndDate: end }, now),
  announceAt: nextAnnouncementAt(end, announced),
})

/** Sets an end date directly, without a renewal; later renewals keep its day of the month. */
export const toSubscriptionEnd = (end: Date | null): SubscriptionEnd => ({
  subscriptionEndDate: end,
  renewalDay: end && dateParts(utcDay(end)).day,
})

export const toWorkspaceCopy = (workspace: WorkspaceState): WorkspaceCopy => ({
  workspaceVersion: workspace.version,
  name: workspace.name,
  email: workspace.email,
  businessCategorySlug: workspace.businessCategorySlug,
  marketingOptIn: workspace.marketingOptIn,
  searchKeys: searchKeys(workspace.name, workspace.email),
})

/** Returns the total in cents; each addition is rounded separately. */
export const additionsCents = (additions: readonly StoredAddition[]): number =>
  additions.reduce(
    (sum, { quantity, unitPrice }) => sum + multiplyToMinor(quantity, unitPrice, currency, 'quantity'),
    0,
  )

export const addAddition = (
  additions: readonly StoredAddition[],
  fields: AdditionFields,
  by: { createdAt: Date; createdBy: Id },
): StoredAddition[] => {
  if (additions.length >= maxAdditions)
    throw new AppError('VALIDATION_FAILED', `A workspace can have at most ${maxAdditions} invoice additions`)
  return checkTotal([...additions, { id: newId(), ...fields, ...by }])
}

/** Changes one addition, or removes it when `changes` is null. Throws NOT_FOUND for an unknown id. */
export const changeAddition = (
  additions: readonly StoredAddition[],
  id: Id,
  changes: AdditionChanges | null,
): StoredAddition[] => {
  if (!additions.some((addition) => addition.id === id)) throw notFound('Invoice addition')
  if (!changes) return additions.filter((addition) => addition.id !== id)
  return checkTotal(
    additions.map((addition) => (addition.id === id ? { ...addition, ...changes } : addition)),
  )
}

/** Throws 422 when the total is too large to be exact. */
const checkTotal = (additions: StoredAddition[]): StoredAddition[] => {
  if (!Number.isSafeInteger(additionsCents(additions)))
    throw invalid('quantity', 'must be smaller, because the total would be too large')
  return additions
}
