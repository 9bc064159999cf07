import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Membership } from './membership.store.ts'

/**
 * The newest step that scheduling has asked for, of every staff member there ever was: a call of an older step comes too
 * late. It outlives the membership, since such a call may arrive after the member was removed.
 */
type StaffVersionRecord = {
  staffId: Id
  version: number
  /** Whom the last step that replaced or ended the membership has found, so that undoing it can put them back. */
  earlierAccountId: Id | null
  earlierStatus: Membership['status'] | null
}
export type StaffVersion = TenantDoc<StaffVersionRecord>

export const staffVersionCollection = collection<StaffVersionRecord>(
  'staff_versions',
  'Staff version',
  { staffId: String, version: Number, earlierAccountId: String, earlierStatus: String },
  [{ keys: { workspaceId: 1, staffId: 1 }, unique: true }],
)

export const staffVersionStore = (db: Database) => {
  const versions = db.tenant(staffVersionCollection)
  return {
    /** CONFLICT when a later step was here before. */
    advance: async (workspaceId: Id, staffId: Id, version: number): Promise<StaffVersion> => {
      db.requireTransaction()
      const newest = await versions(workspaceId).findOne({ staffId })
      if (newest && newest.version > version)
        throw new AppError('CONFLICT', 'The staff member was changed by a later step; try again')
      return versions(workspaceId).upsert({ staffId }, { version })
    },
    rememberEarlier: (workspaceId: Id, { staffId, accountId, status }: Membership) =>
      versions(workspaceId).update(
        { staffId: staffId! },
        { earlierAccountId: accountId, earlierStatus: status },
      ),
  }
}
export type StaffVersionStore = ReturnType<typeof staffVersionStore>
