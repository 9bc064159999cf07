import type { Clock, Id } from '@wp/kernel'
import type { Principal } from './principals.ts'

/** What identity announces; `at` is a time of ISO 8601 or a Date. */
export type Revocation = { readonly at: string | Date } & (
  | { readonly kind: 'session'; readonly sessionId: Id }
  /** Every login session of the account so far, or only those in one workspace. */
  | {
      readonly kind: 'account'
      readonly accountId: Id
      readonly exceptSessionId?: Id | null
      readonly workspaceId?: Id | null
    }
  /** Tokens whose permissions are no longer right: of an account, of a workspace, or of an account in a workspace. */
  | { readonly kind: 'outdated'; readonly accountId?: Id | null; readonly workspaceId?: Id | null }
)

export type RevocationList = {
  apply(revocation: Revocation): void
  isRevoked(principal: Principal): 'revoked' | 'outdated' | null
  /** The feed is alive: what the list says is true as of now. */
  touch(): void
  /** How long ago that was; infinite until the first touch, so that nothing is trusted before the feed was read. */
  staleForMs(): number
}

type AccountEntry = { atMs: number; exceptSessionId: Id | null; workspaceId: Id | null }

/** Longer than an access token lives: after it, what was revoked has expired anyway. */
const keptMs = 65 * 60_000

/** The revocations that still matter, in memory: entries older than 65 minutes are dropped. */
export const createRevocationList = ({ clock }: { clock: Clock }): RevocationList => {
  const sessions = new Map<Id, number>()
  const accounts = new Map<Id, AccountEntry[]>()
  const outdated = new Map<string, number>()
  let touchedAt = Number.NEGATIVE_INFINITY
  let prunedAt = Number.NEGATIVE_INFINITY

  const prune = (nowMs: number): void => {
    if (nowMs - prunedAt < 60_000) return
    prunedAt = nowMs
    const oldest = nowMs - keptMs
    for (const [id, atMs] of sessions) if (atMs < oldest) sessions.delete(id)
    for (const [key, atMs] of outdated) if (atMs < oldest) outdated.delete(key)
    for (const [id, entries] of accounts) {
      const kept = entries.filter((entry) => entry.atMs >= oldest)
      if (kept.length > 0) accounts.set(id, kept)
      else accounts.delete(id)
    }
  }

  const endsAccount = (principal: Principal): boolean =>
    accounts
      .get(principal.accountId)
      ?.some(
        (entry) =>
          principal.issuedAtMs <= entry.atMs &&
          principal.sessionId !== entry.exceptSessionId &&
          (entry.workspaceId === null ||
            (principal.kind === 'workspace' && principal.workspaceId === entry.workspaceId)),
      ) ?? false

  const isOutdated = (principal: Principal): boolean => {
    if (outdated.size === 0) return false
    const since = (key: string): boolean =>
      principal.issuedAtMs <= (outdated.get(key) ?? Number.NEGATIVE_INFINITY)
    if (since(keyOf(principal.accountId, null))) return true
    return (
      principal.kind === 'workspace' &&
      (since(keyOf(null, principal.workspaceId)) || since(keyOf(principal.accountId, principal.workspaceId)))
    )
  }

  return {
    apply: (revocation) => {
      const atMs = new Date(revocation.at).getTime()
      switch (revocation.kind) {
        case 'session':
          sessions.set(revocation.sessionId, atMs)
          break
        case 'account': {
          const { accountId, exceptSessionId = null, workspaceId = null } = revocation
          accounts.set(accountId, [
            ...(accounts.get(accountId) ?? []),
            { atMs, exceptSessionId, workspaceId },
          ])
          break
        }
        case 'outdated': {
          const key = keyOf(revocation.accountId ?? null, revocation.workspaceId ?? null)
          outdated.set(key, Math.max(atMs, outdated.get(key) ?? atMs))
          break
        }
      }
      prune(clock.now().getTime())
    },
    isRevoked: (principal) => {
      if (sessions.has(principal.sessionId) || endsAccount(principal)) return 'revoked'
      return isOutdated(principal) ? 'outdated' : null
    },
    touch: () => {
      touchedAt = clock.now().getTime()
      prune(touchedAt)
    },
    staleForMs: () => clock.now().getTime() - touchedAt,
  }
}

const keyOf = (accountId: Id | null, workspaceId: Id | null): string =>
  `${accountId ?? ''}/${workspaceId ?? ''}`
