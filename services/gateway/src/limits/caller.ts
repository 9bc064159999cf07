import type { Principal } from '@wp/auth'

/**
 * The caller that a request is counted for. `key` identifies its workspace, its admin account or, without a token,
 * its address. `address` is always its address, so that one machine cannot multiply its share with many workspaces.
 */
export type Caller = { readonly key: string; readonly address: string; readonly isMember: boolean }

/** Returns the caller of a request to an open route, or of one without a verified token. */
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
