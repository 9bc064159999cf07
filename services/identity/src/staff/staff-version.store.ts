import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Membership } from '../accounts/membership.types.ts'

/**
 * The latest step that scheduling requested for a staff member; calls for older steps are rejected. The record
 * outlives the membership, because a late call may arrive after the member was removed.
 */
type StaffVersionRecord = {
  staffId: Id
  version: number
  /**
   * The member before the last step that replaced or removed the membership; undoing the step restores this member.
   */
  earlierAccountId: Id | null
  earlierStatus: Membership['status'] | null
}
export type StaffVersion = TenantDoc<StaffVersionRecord>

export const staffVersionCollection = collection<StaffVersionRecord>(
  'staff_versions',
  'Staff version',
  { staffId: String, version: Number, earlierAccountId: String, earlierStatus: String },
  [{ keys: { workspaceId: 1, staffId: 1 }, unique: true }],
  { onePer: 'staff member, including removed ones' },
)

export const staffVersionStore = (db: Database) => {
  const versions = db.tenant(staffVersionCollection)
  return {
    /** Throws CONFLICT when a later step was already applied. */
    advance: async (workspaceId: Id, staffId: Id, version: number): Promise<StaffVersion> => {
      db.requireTransaction()
      const newest = await versions(workspaceId).findOne({ staffId })
      if (newest && newest.version > version)
        throw new AppError('CONFLICT', 'The staff member was changed in the meantime; try again')
      return versions(workspaceId).upsert({ staffId }, { version })
    },
    savePrevious: (workspaceId: Id, { staffId, accountId, status }: Membership) =>
      versions(workspaceId).update(
        { staffId: staffId! },
        { earlierAccountId: accountId, earlierStatus: status },
      ),
  }
}
export type StaffVersionStore = ReturnType<typeof staffVersionStore>
