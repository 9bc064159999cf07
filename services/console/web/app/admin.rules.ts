import type { Member } from './session.rules.ts'

/** The rights of platform admins. `super-admin` is a role; the others are permissions of roles. */
export type AdminRight = 'dashboard.view' | 'businesses.manage' | 'plans.manage' | 'super-admin'

/** Returns whether the member is a platform admin with a right. Owners and staff have none. */
export const mayAdminister = ({ account }: Pick<Member, 'account'>, right: AdminRight): boolean => {
  if (!Array.isArray(account.role)) return false
  return right === 'super-admin' ? account.role.includes(right) : account.permissions.includes(right)
}
