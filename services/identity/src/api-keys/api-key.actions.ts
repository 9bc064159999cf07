import { newApiKey } from '@wp/auth'
import type { WorkspacePermission, WorkspacePrincipal } from '@wp/auth'
import { AppError, hashSecret } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { IdentityDeps } from '../deps.ts'
import { outdateTokens, revokeSession } from '../login-sessions/revocation.actions.ts'
import { getActor } from '../roles/authority.actions.ts'
import { checkAuthority, checkGrant } from '../roles/role.rules.ts'
import { toApiKeyDigest } from './api-key-exchange.actions.ts'
import type { ApiKeyChanges, NewApiKey } from './api-key.contract.ts'
import {
  apiKeyTokenSeconds,
  checkExpiry,
  maxActiveKeys,
  maxSecrets,
  revokedApiKey,
  tooManyApiKeys,
  toPrefix,
} from './api-key.rules.ts'
import type { StoredApiKey } from './api-key.store.ts'

/** The secret is returned once; only its digest is stored. */
type WithSecret = { key: StoredApiKey; secret: string }

export const createApiKey = (
  deps: IdentityDeps,
  workspaceId: Id,
  body: NewApiKey,
  principal: WorkspacePrincipal,
): Promise<WithSecret> =>
  deps.db.transaction(async () => {
    deps.permissions.require(body.permissions)
    const now = deps.clock.now()
    checkExpiry(body.expiresAt, now)
    checkGrant(await getActor(deps, workspaceId, principal.accountId), body.permissions)
    await requireFreePlace(deps, workspaceId, now)
    const secret = newApiKey()
    const key = await deps.apiKeys.insert(workspaceId, {
      ...body,
      expiresAt: toDate(body.expiresAt),
      prefix: toPrefix(secret),
      createdBy: principal.accountId,
    })
    await deps.apiKeySecrets.insert(workspaceId, key.id, digestOf(deps, secret))
    await deps.audit.recordBy(principal, 'api-key.created', 'api-key', key.id)
    return { key, secret }
  })

export const updateApiKey = (
  deps: IdentityDeps,
  workspaceId: Id,
  apiKeyId: Id,
  { expiresAt, ...body }: ApiKeyChanges,
  principal: WorkspacePrincipal,
): Promise<StoredApiKey> =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    checkExpiry(expiresAt, now)
    const before = await deps.apiKeys.get(workspaceId, apiKeyId)
    deps.permissions.require(body.permissions, before.permissions)
    await requireAuthority(deps, before, principal, body.permissions)
    const isExpired = before.expiresAt !== null && before.expiresAt <= now
    if (isExpired && expiresAt !== undefined) await requireFreePlace(deps, workspaceId, now)
    const changes = { ...body, ...(expiresAt !== undefined && { expiresAt: toDate(expiresAt) }) }
    const key = await deps.apiKeys.updateIf(workspaceId, apiKeyId, changes)
    if (!key) throw revokedApiKey()
    if (body.permissions || body.allowedNetworks || expiresAt !== undefined) await outdate(deps, tx, key)
    await deps.audit.recordBy(principal, 'api-key.updated', 'api-key', apiKeyId)
    return key
  })

/** `generation` must be read before the transaction: of two concurrent rotations, the later one gets CONFLICT. */
export const rotateApiKey = (
  deps: IdentityDeps,
  workspaceId: Id,
  apiKeyId: Id,
  { generation, overlapSeconds }: { generation: number; overlapSeconds: number },
  principal: WorkspacePrincipal,
): Promise<WithSecret> =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const before = await deps.apiKeys.get(workspaceId, apiKeyId)
    await requireAuthority(deps, before, principal)
    if (before.revokedAt) throw revokedApiKey()
    const secret = newApiKey()
    const key = await deps.apiKeys.rotateIf(workspaceId, apiKeyId, generation, toPrefix(secret))
    if (!key) throw new AppError('CONFLICT', 'This API key was rotated in the meantime; try again')
    await deps.apiKeySecrets.endAll(workspaceId, apiKeyId, new Date(now.getTime() + overlapSeconds * 1000))
    if ((await deps.apiKeySecrets.countValid(workspaceId, apiKeyId, now)) >= maxSecrets)
      throw new AppError(
        'CONFLICT',
        `An API key can have at most ${maxSecrets} valid secrets; rotate it with a shorter overlap`,
      )
    await deps.apiKeySecrets.insert(workspaceId, apiKeyId, digestOf(deps, secret))
    // Tokens that were issued for the old secret do not outlive a longer overlap.
    if (overlapSeconds < apiKeyTokenSeconds) await outdate(deps, tx, key)
    await deps.audit.recordBy(principal, 'api-key.rotated', 'api-key', apiKeyId)
    return { key, secret }
  })

/** Anyone who manages integrations can revoke any key, so that a leaked one can be stopped quickly. */
export const revokeApiKey = (
  deps: IdentityDeps,
  workspaceId: Id,
  apiKeyId: Id,
  principal: WorkspacePrincipal,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    await deps.apiKeys.get(workspaceId, apiKeyId)
    if (!(await revoke(deps, tx, workspaceId, apiKeyId))) return
    await deps.audit.recordBy(principal, 'api-key.revoked', 'api-key', apiKeyId)
  })

/** Revokes the keys that a removed member created, except those that survive their member. */
export const revokeKeysOfMember = async (
  deps: IdentityDeps,
  tx: Tx,
  workspaceId: Id,
  accountId: Id,
): Promise<void> => {
  for (const { id } of await deps.apiKeys.listOfMember(workspaceId, accountId)) {
    await revoke(deps, tx, workspaceId, id)
    await deps.audit.record({
      actorId: null,
      actorKind: 'system',
      workspaceId,
      action: 'api-key.revoked',
      targetType: 'api-key',
      targetId: id,
    })
  }
}

const revoke = async (deps: IdentityDeps, tx: Tx, workspaceId: Id, apiKeyId: Id): Promise<boolean> => {
  if (!(await deps.apiKeys.revokeIf(workspaceId, apiKeyId, deps.clock.now()))) return false
  await deps.apiKeySecrets.removeAll(workspaceId, apiKeyId)
  await revokeSession(deps, tx, apiKeyId)
  return true
}

/** Makes the gateways exchange the key again. */
const outdate = (deps: IdentityDeps, tx: Tx, { id, workspaceId, tokensAt }: StoredApiKey): Promise<void> =>
  outdateTokens(deps, tx, tokensAt!, { accountId: id, workspaceId })

/** Changing a key or getting its secret requires its permissions, as changing a member does. */
const requireAuthority = async (
  deps: IdentityDeps,
  key: StoredApiKey,
  principal: WorkspacePrincipal,
  granted: readonly WorkspacePermission[] = [],
): Promise<void> => {
  const actor = await getActor(deps, key.workspaceId, principal.accountId)
  checkAuthority(actor, key.permissions)
  checkGrant(actor, granted)
}

const requireFreePlace = async (deps: IdentityDeps, workspaceId: Id, now: Date): Promise<void> => {
  // Without the lock, concurrent requests could exceed the limit.
  await deps.workspaces.lock(workspaceId)
  if ((await deps.apiKeys.countActive(workspaceId, now)) >= maxActiveKeys) throw tooManyApiKeys()
}

const digestOf = ({ digester }: IdentityDeps, secret: string): string =>
  toApiKeyDigest(digester, hashSecret(secret))

const toDate = (time: string | null): Date | null => (time === null ? null : new Date(time))
