import type { AdminPermission, WorkspacePermission } from '@wp/auth'
import type { ErrorCode } from '@wp/kernel'

/** A request header with a credential. Without it, the request fails with `error` before any other check. */
export type RequiredHeader = { readonly name: string; readonly error: ErrorCode }
export type OpenAccess = {
  readonly kind: 'open'
  readonly header: RequiredHeader | null
  /** Whether the refresh cookie may take the place of a token in the body. */
  readonly cookie?: true
}
export type SignedInAccess = { readonly kind: 'signed-in' }
export type WorkspaceNeed = WorkspacePermission | readonly WorkspacePermission[] | 'member' | 'owner'
export type WorkspaceAccess = {
  readonly kind: 'workspace'
  readonly need: WorkspaceNeed
  /** With `null`, writes require an active subscription but GET does not. */
  readonly subscription: 'required' | 'ignored' | null
  /** With `persons`, programs with an API key get 403. */
  readonly callers: 'all' | 'persons'
}
export type AdminNeed = AdminPermission | 'super-admin' | 'any'
export type AdminAccess = { readonly kind: 'admin'; readonly need: AdminNeed }

/** Defines who may call a route. */
export type Access = OpenAccess | SignedInAccess | WorkspaceAccess | AdminAccess

/** Allows everyone without verifying a token. The handler's `guard` checks the value of a required `header`. */
export const open = (options: { header?: RequiredHeader; cookie?: true } = {}): OpenAccess => ({
  kind: 'open',
  header: options.header ?? null,
  ...(options.cookie && { cookie: true }),
})

/** Requires the valid token of a workspace member or an administrator, who must be a person: API keys get 403. */
export const signedIn = (): SignedInAccess => ({ kind: 'signed-in' })

/**
 * Requires a member of the workspace in the path (`:workspaceId`), or of the token's workspace when the path has
 * none. `need` is a permission, a list of permissions (any one is enough), `'member'` or `'owner'`. API keys of the
 * workspace are accepted too, unless only the owner may call the route or `callers` is `persons`.
 */
export const workspace = (
  need: WorkspaceNeed,
  options: { subscription?: 'required' | 'ignored'; callers?: 'persons' } = {},
): WorkspaceAccess => ({
  kind: 'workspace',
  need,
  subscription: options.subscription ?? null,
  callers: options.callers ?? 'all',
})

/** Returns whether a program with an API key may call the route, if the key has the permission. */
export const acceptsApiKeys = (access: Access): boolean =>
  access.kind === 'workspace' && access.callers === 'all' && access.need !== 'owner'

/**
 * Returns true for routes with platform tokens, and for open routes whose required `Authorization` header contains a
 * token issued by the service.
 */
export const acceptsBearer = (access: Access): boolean =>
  access.kind !== 'open' || access.header?.name === 'authorization'

/** Requires an administrator. `need` is a permission, `'super-admin'` (the role) or `'any'` for every administrator. */
export const admin = (need: AdminNeed): AdminAccess => ({ kind: 'admin', need })

/** Returns a route's access rule as text for the OpenAPI document, such as `workspace:holidays.manage`. */
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
