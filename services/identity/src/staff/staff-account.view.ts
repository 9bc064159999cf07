import type { Id } from '@wp/kernel'
import type { StoredAccount } from '../accounts/account.store.ts'
import type { Membership } from '../accounts/membership.types.ts'
import type { StoredRole } from '../roles/role.store.ts'

/** A staff member's login as returned to scheduling. */
export type StaffAccount = {
  staffId: Id
  accountId: Id
  email: string
  name: string | null
  roleId: Id
  roleName: string
  status: Membership['status']
}

export const toStaffAccount = (
  membership: Membership,
  account: StoredAccount,
  role: StoredRole | undefined,
): StaffAccount => ({
  staffId: membership.staffId!,
  accountId: account.id,
  email: account.email,
  name: membership.name ?? account.name,
  roleId: membership.roleId!,
  roleName: role?.name ?? '',
  status: membership.status,
})
