import type { Id } from '@wp/kernel'
import type { PlatformDoc } from '@wp/mongo'

/** An account's membership in a workspace, as its owner or as staff with a role. Invited staff cannot log in yet. */
export type MembershipRecord = {
  accountId: Id
  workspaceId: Id
  role: 'owner' | 'staff'
  staffId: Id | null
  roleId: Id | null
  name: string | null
  status: 'invited' | 'active'
  /**
   * When tokens were last issued or permissions last changed, so that doing both at the same time conflicts. A time of
   * the database, because replicas' clocks differ.
   */
  tokensAt: Date | null
}
export type Membership = PlatformDoc<MembershipRecord>
