import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { publishAuditEntry } from '../audit/audit.events.ts'
import type { AdminBillingDeps } from '../deps.ts'
import type { BusinessCategoryChanges, NewBusinessCategory } from './category.contract.ts'
import { publishCategoryChanged } from './category.events.ts'
import type { StoredCategory } from './category.store.ts'

type CategoryDeps = Pick<AdminBillingDeps, 'db' | 'categories'>

export const createCategory = ({ db, categories }: CategoryDeps, adminId: Id, body: NewBusinessCategory) =>
  db.transaction(async (tx) =>
    publishChange(tx, adminId, 'business-category.created', await categories.insert(body)),
  )

export const updateCategory = (
  { db, categories }: CategoryDeps,
  adminId: Id,
  slug: string,
  body: BusinessCategoryChanges,
) =>
  db.transaction(async (tx) =>
    publishChange(tx, adminId, 'business-category.updated', await categories.update(slug, body)),
  )

const publishChange = (tx: Tx, adminId: Id, action: string, stored: StoredCategory): StoredCategory => {
  publishCategoryChanged(tx, stored)
  publishAuditEntry(tx, { adminId, action, targetType: 'business-category', targetId: stored.slug })
  return stored
}
