import { AppError, multiplyToMinor, newId, notFound, searchKeys } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { WorkspaceState } from '@wp/workspaces'
import { currency } from '../money/currency.rules.ts'
import type { AdditionChanges, AdditionFields } from './subscription.contract.ts'
import type { StoredAddition } from './subscription.store.ts'

const maxAdditions = 200

/** A subscription runs while its end is null or ahead. */
export const isActive = (
  { subscriptionEndDate: end }: { subscriptionEndDate: Date | null },
  now: Date,
): boolean => end === null || end > now

/** What admin-billing keeps of a workspace, to show it and to search by it. */
export const toOwnerCopy = (workspace: WorkspaceState) => ({
  workspaceVersion: workspace.version,
  name: workspace.name,
  email: workspace.email,
  businessCategorySlug: workspace.businessCategorySlug,
  marketingOptIn: workspace.marketingOptIn,
  searchKeys: searchKeys(workspace.name, workspace.email),
})

/** Quantity times unit price, in cents. */
export const additionCents = ({
  quantity,
  unitPrice,
}: Pick<AdditionFields, 'quantity' | 'unitPrice'>): number => multiplyToMinor(quantity, unitPrice, currency)

/** What all additions come to, each rounded by itself, in cents. */
export const additionsCents = (additions: readonly StoredAddition[]): number =>
  additions.reduce((sum, addition) => sum + additionCents(addition), 0)

/** The additions with one more. */
export const addAddition = (
  additions: readonly StoredAddition[],
  fields: AdditionFields,
  by: { createdAt: Date; createdBy: Id },
): StoredAddition[] => {
  if (additions.length >= maxAdditions)
    throw new AppError(
      'VALIDATION_FAILED',
      `A workspace has at most ${maxAdditions} invoice additions: remove one first`,
    )
  additionCents(fields)
  return [...additions, { id: newId(), ...fields, ...by }]
}

/** The additions with one changed, or without it when `changes` is null. NOT_FOUND when there is none with this id. */
export const changeAddition = (
  additions: readonly StoredAddition[],
  id: Id,
  changes: AdditionChanges | null,
): StoredAddition[] => {
  if (!additions.some((addition) => addition.id === id)) throw notFound('Invoice addition')
  return additions.flatMap((addition) => {
    if (addition.id !== id) return addition
    return changes ? { ...addition, ...changes } : []
  })
}
