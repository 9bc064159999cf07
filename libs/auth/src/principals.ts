import type { Id } from '@wp/kernel'
import { includesPermission } from './permissions.ts'
import type { AdminPermission, AdminRole, WorkspacePermission } from './permissions.ts'

/** The API key that a program calls with. */
export type KeyIdentity = { readonly id: Id; readonly name: string }

/**
 * A member of a workspace, or a program with an API key of the workspace. For a program, `key` is set, `accountId` and
 * `sessionId` are the id of the key, and `role` is `staff`. `issuedAt` and `expiresAt` are Unix seconds; `issuedAtMs` is in
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
  /** Null for a person. */
  readonly key: KeyIdentity | null
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

/** Returns the API key of a caller that is a program, or null for a person. */
export const keyOf = (principal: Principal): KeyIdentity | null =>
  principal.kind === 'workspace' ? principal.key : null

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
