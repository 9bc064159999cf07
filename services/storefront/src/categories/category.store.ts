import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { collection, onConflict } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Category, CategoryChanges } from './category.contract.ts'

type CategoryRecord = Omit<Category, 'id' | 'workspaceId' | 'createdAt' | 'updatedAt'> & {
  /** Incremented by transactions that refer to the category, so that they conflict with its deletion. */
  locks: number
}
export type StoredCategory = TenantDoc<CategoryRecord>

export const categoryCollection = collection<CategoryRecord>(
  'categories',
  'Category',
  { name: String, slug: String, sortOrder: Number, locks: Number },
  [
    { keys: { workspaceId: 1, slug: 1 }, unique: true }, // by slug
    { keys: { workspaceId: 1, sortOrder: 1, createdAt: 1, _id: 1 } }, // list
  ],
  { onePer: 'category; at most 100 per workspace' },
)

const slugTaken = (cause: AppError): AppError =>
  new AppError('CONFLICT', 'A category with this slug already exists', {
    cause,
    details: [{ path: 'slug', message: 'already exists' }],
  })

export const categoryStore = (db: Database) => {
  const categories = db.tenant(categoryCollection)
  return {
    list: (workspaceId: Id) =>
      categories(workspaceId).find({}, { sort: { sortOrder: 1, createdAt: 1, id: 1 } }),
    count: (workspaceId: Id) => categories(workspaceId).count(),
    get: (workspaceId: Id, id: Id) => categories(workspaceId).get({ id }),
    hasSlug: (workspaceId: Id, slug: string) => categories(workspaceId).exists({ slug }),
    insert: (workspaceId: Id, category: Omit<CategoryRecord, 'locks'>) =>
      onConflict(() => categories(workspaceId).insert({ ...category, locks: 0 }), slugTaken),
    update: (workspaceId: Id, id: Id, changes: CategoryChanges) =>
      onConflict(() => categories(workspaceId).update({ id }, changes), slugTaken),
    /** Returns null when the workspace has no such category. */
    lockIf: (workspaceId: Id, id: Id) => {
      db.requireTransaction()
      return categories(workspaceId).updateIf({ id }, { $inc: { locks: 1 } }, { keepsUpdatedAt: true })
    },
    remove: (workspaceId: Id, id: Id) => categories(workspaceId).remove({ id }),
  }
}
