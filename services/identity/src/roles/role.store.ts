import type { WorkspacePermission } from '@wp/auth'
import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'

type RoleRecord = { name: string; permissions: WorkspacePermission[] }

export const roleCollection = collection<RoleRecord>('roles', { name: String, permissions: [String] }, [
  { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
  { keys: { workspaceId: 1, name: 1 }, unique: true },
])

export const roleStore = (db: Database) => {
  const own = db.tenant(roleCollection)
  return {
    find: (workspaceId: Id, id: Id) => own(workspaceId).findOne({ id }),
  }
}
export type RoleStore = ReturnType<typeof roleStore>
