import type { Principal } from '@wp/auth'

/**
 * Identifies the party that a request counts toward. `key` is its workspace, its admin, or its address when it has no token; `address`
 * is always the address, so that one machine cannot multiply its share with many workspaces.
 */
export type Caller = { readonly key: string; readonly address: string; readonly isMember: boolean }

/** Returns the caller of a request without a token. */
export const anonymousCaller = (limitKey: string): Caller => ({
  key: `anonymous:${limitKey}`,
  address: `address:${limitKey}`,
  isMember: false,
})

/** Returns the caller of a request with a verified token. */
export const memberCaller = (principal: Principal, limitKey: string): Caller => ({
  key: principal.kind === 'workspace' ? `workspace:${principal.workspaceId}` : `admin:${principal.accountId}`,
  address: `address:${limitKey}`,
  isMember: true,
})
