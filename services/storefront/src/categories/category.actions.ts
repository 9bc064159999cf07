import { AppError, invalid } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { StorefrontDeps } from '../deps.ts'
import { toFreeSlug } from '../shop-settings/slug.rules.ts'
import { maxCategories } from './category.contract.ts'
import type { CategoryChanges, NewCategory } from './category.contract.ts'
import { publishCategory } from './category.events.ts'
import type { StoredCategory } from './category.store.ts'

type CategoryDeps = Pick<StorefrontDeps, 'db' | 'shopSettings' | 'categories' | 'products'>

/** Adds a category. The shop's lock protects the limit and the slug from concurrent requests. */
export const createCategory = (
  { db, shopSettings, categories }: CategoryDeps,
  workspaceId: Id,
  { slug, ...body }: NewCategory,
): Promise<StoredCategory> =>
  db.transaction(async (tx) => {
    await shopSettings.lock(workspaceId)
    const count = await categories.count(workspaceId)
    if (count >= maxCategories)
      throw new AppError(
        'VALIDATION_FAILED',
        `A store can have at most ${maxCategories} categories; remove one first`,
      )
    const isTaken = (wanted: string) => categories.hasSlug(workspaceId, wanted)
    const created = await categories.insert(workspaceId, {
      ...body,
      slug: slug ?? (await toFreeSlug(body.name, isTaken, { fallback: 'category', number: count + 1 })),
    })
    publishCategory(tx, 'created', created)
    return created
  })

export const updateCategory = (
  { db, categories }: CategoryDeps,
  workspaceId: Id,
  categoryId: Id,
  changes: CategoryChanges,
): Promise<StoredCategory> =>
  db.transaction(async (tx) => {
    const updated = await categories.update(workspaceId, categoryId, changes)
    publishCategory(tx, 'updated', updated)
    return updated
  })

export const deleteCategory = (
  { db, categories, products }: CategoryDeps,
  workspaceId: Id,
  categoryId: Id,
): Promise<void> =>
  db.transaction(async (tx) => {
    publishCategory(tx, 'removed', await categories.remove(workspaceId, categoryId))
    if (await products.haveCategory(workspaceId, categoryId))
      throw new AppError('CONFLICT', 'A product lists this category')
  })

/**
 * Throws VALIDATION_FAILED unless all categories belong to the workspace. Call it in the transaction that
 * refers to them: this keeps them from being deleted concurrently.
 */
export const requireCategories = async (
  { categories }: Pick<StorefrontDeps, 'categories'>,
  workspaceId: Id,
  ids: readonly Id[],
): Promise<void> => {
  // In a fixed order, so that two products with the same categories cannot deadlock.
  for (const id of [...new Set(ids)].toSorted())
    if (!(await categories.lockIf(workspaceId, id)))
      throw invalid('categoryIds', `must contain categories of the workspace, not ${id}`)
}
