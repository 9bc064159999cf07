import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { IdentityDeps } from '../deps.ts'
import { publishRevocationRecorded } from './revocation.events.ts'
import type { RevocationFields } from './revocation.store.ts'

// Every gateway and service reads revocations. Call these in the transaction that ends the sessions or changes the
// permissions. `at` is the database's time of a write in this transaction. Tokens have the database's time too, so a
// token issued before the change is not later than `at`, and one issued after it is, even if replicas' clocks differ.

export const revokeSession = (deps: IdentityDeps, tx: Tx, sessionId: Id): Promise<void> =>
  record(deps, tx, deps.clock.now(), { kind: 'session', sessionId })

/** Revokes an account's login sessions: all of them, those in one workspace, or all but one. */
export const revokeAccount = (
  deps: IdentityDeps,
  tx: Tx,
  at: Date,
  scope: { accountId: Id; exceptSessionId?: Id; workspaceId?: Id },
): Promise<void> => record(deps, tx, at, { kind: 'account', ...scope })

/** Requires an account to refresh its access tokens, because its permissions changed. */
export const outdateTokens = (
  deps: IdentityDeps,
  tx: Tx,
  at: Date,
  scope: { accountId: Id; workspaceId?: Id },
): Promise<void> => record(deps, tx, at, { kind: 'outdated', ...scope })

/**
 * Requires a member to refresh their access tokens, and the gateways to exchange the member's API keys again, because
 * the member's permissions changed.
 */
export const outdateMember = async (
  deps: IdentityDeps,
  tx: Tx,
  at: Date,
  { accountId, workspaceId }: { accountId: Id; workspaceId: Id },
): Promise<void> => {
  await outdateTokens(deps, tx, at, { accountId, workspaceId })
  for (const { id, tokensAt } of await deps.apiKeys.touchOfMember(workspaceId, accountId))
    await outdateTokens(deps, tx, tokensAt!, { accountId: id, workspaceId })
}

const record = async (
  { revocations }: IdentityDeps,
  tx: Tx,
  at: Date,
  fields: Pick<RevocationFields, 'kind'> & Partial<RevocationFields>,
): Promise<void> => {
  const blank = { sessionId: null, accountId: null, exceptSessionId: null, workspaceId: null }
  const revocation = { ...blank, ...fields, at }
  await revocations.insert(revocation)
  publishRevocationRecorded(tx, revocation)
}
