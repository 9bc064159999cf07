import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { IdentityDeps } from '../deps.ts'
import { publishRevocationRecorded } from './revocation.events.ts'
import type { RevocationFields } from './revocation.store.ts'

// Every gateway and service reads revocations. Call these after ending the sessions or changing the permissions, in
// the same transaction: a revocation must not be dated earlier than a token issued before the change.

export const revokeSession = (deps: IdentityDeps, tx: Tx, sessionId: Id): Promise<void> =>
  record(deps, tx, { kind: 'session', sessionId })

/** Revokes an account's login sessions: all of them, those in one workspace, or all but one. */
export const revokeAccount = (
  deps: IdentityDeps,
  tx: Tx,
  accountId: Id,
  scope: { exceptSessionId?: Id | null; workspaceId?: Id | null },
): Promise<void> => record(deps, tx, { kind: 'account', accountId, ...scope })

/** Requires these accounts to refresh their access tokens, because their permissions changed. */
export const outdateTokens = async (
  deps: IdentityDeps,
  tx: Tx,
  workspaceId: Id | null,
  accountIds: Id[],
): Promise<void> => {
  for (const accountId of accountIds) await record(deps, tx, { kind: 'outdated', accountId, workspaceId })
}

const record = async (
  { revocations, clock }: IdentityDeps,
  tx: Tx,
  fields: Pick<RevocationFields, 'kind'> & Partial<RevocationFields>,
): Promise<void> => {
  const blank = { sessionId: null, accountId: null, exceptSessionId: null, workspaceId: null }
  const revocation = { ...blank, ...fields, at: clock.now() }
  await revocations.insert(revocation)
  publishRevocationRecorded(tx, revocation)
}
