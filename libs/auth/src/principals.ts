import type { Id } from '@wp/kernel'
import { includesPermission } from './permissions.ts'
import type { AdminPermission, AdminRole, WorkspacePermission } from './permissions.ts'

/** Who calls, as a member of one workspace. `issuedAt` and `expiresAt` are seconds since 1970, `issuedAtMs` milliseconds. */
export type WorkspacePrincipal = {
  readonly kind: 'workspace'
  readonly accountId: Id
  readonly workspaceId: Id
  readonly role: 'owner' | 'staff'
  readonly permissions: readonly WorkspacePermission[]
  readonly staffId: Id | null
  readonly sessionId: Id
  readonly issuedAt: number
  readonly issuedAtMs: number
  readonly expiresAt: number
}

/** Who calls, as an administrator of the platform. */
export type AdminPrincipal = {
  readonly kind: 'admin'
  readonly accountId: Id
  readonly roles: readonly AdminRole[]
  readonly permissions: readonly AdminPermission[]
  readonly sessionId: Id
  readonly issuedAt: number
  readonly issuedAtMs: number
  readonly expiresAt: number
}

export type Principal = WorkspacePrincipal | AdminPrincipal

/**
 * Whether the caller may do it. Owners hold every workspace permission and super-admins every admin permission;
 * `x.manage` includes `x.view`. A permission of the other realm is never held.
 */
export const holds = (principal: Principal, permission: WorkspacePermission | AdminPermission): boolean => {
  if (principal.kind === 'admin') return (principal.permissions as readonly string[]).includes(permission)
  if (permission in adminOnly) return false
  return (
    principal.role === 'owner' || includesPermission(principal.permissions, permission as WorkspacePermission)
  )
}

const adminOnly: Record<AdminPermission, true> = {
  'businesses.manage': true,
  'plans.manage': true,
  'dashboard.view': true,
}
