import type { Id } from '@wp/kernel'
import { includesPermission } from './permissions.ts'
import type { AdminPermission, AdminRole, WorkspacePermission } from './permissions.ts'

/**
 * A caller who is a member of a workspace. `issuedAt` and `expiresAt` are Unix seconds; `issuedAtMs` is in
 * milliseconds.
 */
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
 * Returns whether the caller has the permission. Owners have every workspace permission, and `x.manage` includes
 * `x.view`. Members never have admin permissions and administrators never have workspace permissions.
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
