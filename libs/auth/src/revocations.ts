import type { Clock, Id } from '@wp/kernel'
import type { Principal } from './principals.ts'

/** A revocation published by the identity service; `at` is an ISO 8601 time or a Date. */
export type Revocation = { readonly at: string | Date } & (
  | { readonly kind: 'session'; readonly sessionId: Id }
  /**
   * Ends the account's current login sessions except `exceptSessionId`; with `workspaceId`, only those in that
   * workspace.
   */
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

/** `keptSinceMs` is a monotonic time: a wall clock that is briefly ahead must not end the retention early. */
type Entry = { atMs: number; keptSinceMs: number }
type AccountEntry = Entry & { exceptSessionId: Id | null; workspaceId: Id | null }

/** Longer than an access token's lifetime, so all revoked tokens have expired by then. */
const retentionMs = 65 * 60_000

/** Returns an in-memory list of revocations; each is kept for at least 65 minutes. */
export const createRevocationList = ({ clock }: { clock: Clock }): RevocationList => {
  const sessions = new Map<Id, Entry>()
  /** By account, then by exempt session and workspace; each entry has the time of the latest such revocation. */
  const accounts = new Map<Id, Map<string, AccountEntry>>()
  const outdated = new Map<Id | null, Map<Id | null, Entry>>()
  let touchedAt = Number.NEGATIVE_INFINITY
  let prunedAt = Number.NEGATIVE_INFINITY

  const prune = (): void => {
    const nowMs = clock.monotonicMs()
    if (nowMs - prunedAt < 60_000) return
    prunedAt = nowMs
    pruneEntries(sessions, nowMs - retentionMs)
    for (const entriesById of [outdated, accounts])
      for (const [id, entries] of entriesById) {
        pruneEntries<unknown>(entries, nowMs - retentionMs)
        if (entries.size === 0) entriesById.delete(id as Id)
      }
  }
  /** Returns an entry with the later of the two times. Its retention starts now. */
  const latest = (atMs: number, known: Entry | undefined): Entry => ({
    atMs: Math.max(atMs, known?.atMs ?? atMs),
    keptSinceMs: clock.monotonicMs(),
  })

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
    const entry = outdated.get(accountId)?.get(workspaceId)
    return entry !== undefined && principal.issuedAtMs <= entry.atMs
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
          sessions.set(revocation.sessionId, latest(atMs, sessions.get(revocation.sessionId)))
          break
        case 'account': {
          const { accountId, exceptSessionId = null, workspaceId = null } = revocation
          const entries = accounts.get(accountId) ?? new Map<string, AccountEntry>()
          const key = `${exceptSessionId}/${workspaceId}`
          entries.set(key, { ...latest(atMs, entries.get(key)), exceptSessionId, workspaceId })
          accounts.set(accountId, entries)
          break
        }
        case 'outdated': {
          const { accountId = null, workspaceId = null } = revocation
          const workspaces = outdated.get(accountId) ?? new Map<Id | null, Entry>()
          workspaces.set(workspaceId, latest(atMs, workspaces.get(workspaceId)))
          outdated.set(accountId, workspaces)
          break
        }
      }
      prune()
    },
    isRevoked: (principal) => {
      if (sessions.has(principal.sessionId) || isAccountRevoked(principal)) return 'revoked'
      return isOutdated(principal) ? 'outdated' : null
    },
    touch: () => {
      touchedAt = clock.monotonicMs()
      prune()
    },
    staleForMs: () => clock.monotonicMs() - touchedAt,
  }
}

const pruneEntries = <Key>(entries: Map<Key, Entry>, oldestMs: number): void => {
  for (const [key, { keptSinceMs }] of entries) if (keptSinceMs < oldestMs) entries.delete(key)
}
