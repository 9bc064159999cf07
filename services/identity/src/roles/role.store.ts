import type { WorkspacePermission } from '@wp/auth'
import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { NewRole, RoleChanges } from './role.contract.ts'

type RoleRecord = {
  name: string
  permissions: WorkspacePermission[]
  /** Updated when the role is assigned, so that assigning it conflicts with deleting it. */
  givenAt: Date | null
}
export type StoredRole = TenantDoc<RoleRecord>

export const roleCollection = collection<RoleRecord>(
  'roles',
  'Role',
  { name: String, permissions: [String], givenAt: Date },
  [{ keys: { workspaceId: 1, createdAt: -1, _id: -1 } }], // list
  { onePer: 'role' },
)

export const roleStore = (db: Database) => {
  const roles = db.tenant(roleCollection)
  return {
    find: (workspaceId: Id, id: Id) => roles(workspaceId).findOne({ id }),
    get: (workspaceId: Id, id: Id) => roles(workspaceId).get({ id }),
    page: (workspaceId: Id, query: PageQuery) => roles(workspaceId).page({ query }),
    list: (workspaceId: Id, ids: Id[]) => roles(workspaceId).find({ id: trusted({ $in: ids }) }),
    insert: (workspaceId: Id, role: NewRole) => roles(workspaceId).insert({ ...role, givenAt: null }),
    update: (workspaceId: Id, id: Id, changes: RoleChanges) => roles(workspaceId).update({ id }, changes),
    remove: (workspaceId: Id, id: Id) => roles(workspaceId).remove({ id }),
    /** Call this before assigning the role. */
    markAssigned: (workspaceId: Id, id: Id, now: Date) => roles(workspaceId).update({ id }, { givenAt: now }),
  }
}
export type RoleStore = ReturnType<typeof roleStore>
