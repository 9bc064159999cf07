import type { Clock, Id } from '@wp/kernel'
import type { Principal } from './principals.ts'

/** A revocation published by the identity service; `at` is an ISO 8601 time or a Date. */
export type Revocation = { readonly at: string | Date } & (
  | { readonly kind: 'session'; readonly sessionId: Id }
  /** Ends all current login sessions of the account, or only those in one workspace. */
  | {
      readonly kind: 'account'
      readonly accountId: Id
      readonly exceptSessionId?: Id | null
      readonly workspaceId?: Id | null
    }
  /** Marks permissions in tokens as outdated: for an account, for a workspace, or for an account in a workspace. */
  | { readonly kind: 'outdated'; readonly accountId?: Id | null; readonly workspaceId?: Id | null }
)

export type RevocationList = {
  apply(revocation: Revocation): void
  isRevoked(principal: Principal): 'revoked' | 'outdated' | null
  /** Records that the list is up to date now. */
  touch(): void
  /**
   * Returns the time since the last touch, or infinity before the first one, so that no token is trusted without a
   * current list.
   */
  staleForMs(): number
}

type AccountEntry = { atMs: number; exceptSessionId: Id | null; workspaceId: Id | null }

/** Longer than an access token's lifetime, so all revoked tokens have expired by then. */
const retentionMs = 65 * 60_000

/** Returns an in-memory list of revocations; entries older than 65 minutes are dropped. */
export const createRevocationList = ({ clock }: { clock: Clock }): RevocationList => {
  const sessions = new Map<Id, number>()
  /** By account, then by exempt session and workspace; each entry has the time of the latest such revocation. */
  const accounts = new Map<Id, Map<string, AccountEntry>>()
  const outdated = new Map<Id | null, Map<Id | null, number>>()
  let touchedAt = Number.NEGATIVE_INFINITY
  let prunedAt = Number.NEGATIVE_INFINITY

  const prune = (nowMs: number): void => {
    if (nowMs - prunedAt < 60_000) return
    prunedAt = nowMs
    const oldest = nowMs - retentionMs
    for (const [id, atMs] of sessions) if (atMs < oldest) sessions.delete(id)
    for (const [accountId, workspaces] of outdated) {
      for (const [workspaceId, atMs] of workspaces) if (atMs < oldest) workspaces.delete(workspaceId)
      if (workspaces.size === 0) outdated.delete(accountId)
    }
    for (const [accountId, entries] of accounts) {
      for (const [key, { atMs }] of entries) if (atMs < oldest) entries.delete(key)
      if (entries.size === 0) accounts.delete(accountId)
    }
  }

  const isAccountRevoked = (principal: Principal): boolean => {
    for (const entry of accounts.get(principal.accountId)?.values() ?? [])
      if (
        principal.issuedAtMs <= entry.atMs &&
        principal.sessionId !== entry.exceptSessionId &&
        (entry.workspaceId === null ||
          (principal.kind === 'workspace' && principal.workspaceId === entry.workspaceId))
      )
        return true
    return false
  }

  const isOutdatedFor = (principal: Principal, accountId: Id | null, workspaceId: Id | null): boolean => {
    const atMs = outdated.get(accountId)?.get(workspaceId)
    return atMs !== undefined && principal.issuedAtMs <= atMs
  }

  const isOutdated = (principal: Principal): boolean => {
    const { accountId } = principal
    if (isOutdatedFor(principal, accountId, null)) return true
    if (principal.kind !== 'workspace') return false
    return (
      isOutdatedFor(principal, null, principal.workspaceId) ||
      isOutdatedFor(principal, accountId, principal.workspaceId)
    )
  }

  return {
    apply: (revocation) => {
      const atMs = new Date(revocation.at).getTime()
      switch (revocation.kind) {
        case 'session':
          sessions.set(revocation.sessionId, Math.max(atMs, sessions.get(revocation.sessionId) ?? atMs))
          break
        case 'account': {
          const { accountId, exceptSessionId = null, workspaceId = null } = revocation
          const entries = accounts.get(accountId) ?? new Map<string, AccountEntry>()
          const key = `${exceptSessionId}/${workspaceId}`
          const latestMs = Math.max(atMs, entries.get(key)?.atMs ?? atMs)
          entries.set(key, { atMs: latestMs, exceptSessionId, workspaceId })
          accounts.set(accountId, entries)
          break
        }
        case 'outdated': {
          const { accountId = null, workspaceId = null } = revocation
          const workspaces = outdated.get(accountId) ?? new Map<Id | null, number>()
          workspaces.set(workspaceId, Math.max(atMs, workspaces.get(workspaceId) ?? atMs))
          outdated.set(accountId, workspaces)
          break
        }
      }
      prune(clock.now().getTime())
    },
    isRevoked: (principal) => {
      if (sessions.has(principal.sessionId) || isAccountRevoked(principal)) return 'revoked'
      return isOutdated(principal) ? 'outdated' : null
    },
    touch: () => {
      touchedAt = clock.now().getTime()
      prune(touchedAt)
    },
    staleForMs: () => clock.now().getTime() - touchedAt,
  }
}
