import type { WorkspacePermission } from '@wp/auth'
import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { NewRole, RoleChanges } from './role.contract.ts'

type RoleRecord = {
  name: string
  permissions: WorkspacePermission[]
  /** Written when the role is given to somebody, so that giving and deleting it exclude each other. */
  givenAt: Date | null
}
export type StoredRole = TenantDoc<RoleRecord>

export const roleCollection = collection<RoleRecord>(
  'roles',
  'Role',
  { name: String, permissions: [String], givenAt: Date },
  [{ keys: { workspaceId: 1, createdAt: -1, _id: -1 } }], // list
)

export const roleStore = (db: Database) => {
  const own = db.tenant(roleCollection)
  return {
    find: (workspaceId: Id, id: Id) => own(workspaceId).findOne({ id }),
    get: (workspaceId: Id, id: Id) => own(workspaceId).get({ id }),
    page: (workspaceId: Id, query: PageQuery) => own(workspaceId).page({ query }),
    list: (workspaceId: Id, ids: Id[]) => own(workspaceId).find({ id: trusted({ $in: ids }) }),
    insert: (workspaceId: Id, role: NewRole) => own(workspaceId).insert({ ...role, givenAt: null }),
    update: (workspaceId: Id, id: Id, changes: RoleChanges) => own(workspaceId).updateIf({ id }, changes),
    remove: (workspaceId: Id, id: Id) => own(workspaceId).removeIf({ id }),
    /** The role, about to be given to somebody. */
    give: (workspaceId: Id, id: Id, now: Date) => own(workspaceId).updateIf({ id }, { givenAt: now }),
  }
}
export type RoleStore = ReturnType<typeof roleStore>
