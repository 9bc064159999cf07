import type { AdminPermission, WorkspacePermission } from '@wp/auth'
import type { ErrorCode } from '@wp/kernel'

/** A request header that carries the proof; without it the caller gets `error` before anything else is looked at. */
export type RequiredHeader = { readonly name: string; readonly error: ErrorCode }
export type OpenAccess = { readonly kind: 'open'; readonly header: RequiredHeader | null }
export type SignedInAccess = { readonly kind: 'signed-in' }
export type WorkspaceNeed = WorkspacePermission | readonly WorkspacePermission[] | 'member' | 'owner'
export type WorkspaceAccess = {
  readonly kind: 'workspace'
  readonly need: WorkspaceNeed
  /** `null` leaves it to the method: writes need a running subscription, GET does not. */
  readonly subscription: 'required' | 'ignored' | null
}
export type AdminNeed = AdminPermission | 'super-admin' | 'any'
export type AdminAccess = { readonly kind: 'admin'; readonly need: AdminNeed }

/** Who may call a route. */
export type Access = OpenAccess | SignedInAccess | WorkspaceAccess | AdminAccess

/** Anyone; `Authorization` is neither needed nor read. The value of a required `header` is checked by the handler's `guard`. */
export const open = (options: { header?: RequiredHeader } = {}): OpenAccess => ({
  kind: 'open',
  header: options.header ?? null,
})

/** Any valid token, of a workspace member or an administrator. */
export const signedIn = (): SignedInAccess => ({ kind: 'signed-in' })

/**
 * A member of the workspace in the path (`:workspaceId`), or of the token's when the path names none. The need is a
 * permission, any one of several, `'member'` or `'owner'`.
 */
export const workspace = (
  need: WorkspaceNeed,
  options: { subscription?: 'required' | 'ignored' } = {},
): WorkspaceAccess => ({ kind: 'workspace', need, subscription: options.subscription ?? null })

/** An administrator with the permission, with the role `super-admin`, or any. */
export const admin = (need: AdminNeed): AdminAccess => ({ kind: 'admin', need })

/** What the gateway's manifest and the OpenAPI document say about a route's access, such as `workspace:holidays.manage`. */
export const accessSummary = (access: Access): string => {
  switch (access.kind) {
    case 'open':
      return access.header ? `open:${access.header.name}` : 'open'
    case 'signed-in':
      return 'signed-in'
    case 'workspace':
      return `workspace:${typeof access.need === 'string' ? access.need : access.need.join('|')}`
    case 'admin':
      return `admin:${access.need}`
  }
}
