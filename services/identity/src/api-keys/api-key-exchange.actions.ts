import type { Digester } from '../crypto/digests.ts'
import type { IdentityDeps } from '../deps.ts'
import { findKeyPermissions } from '../roles/authority.actions.ts'
import { expiredApiKey, invalidApiKey, tokenSeconds } from './api-key.rules.ts'

/**
 * The gateway sends only the hash of a key, and identity stores an HMAC of this hash, so that neither a dump of the
 * database nor a call between services contains the key.
 */
export const toApiKeyDigest = (digester: Digester, hash: string): string => digester.digest('api-key', hash)

type Exchange = { token: string; allowedNetworks: string[] }

/**
 * Returns an access token for an API key and records the use of the key. Throws UNAUTHENTICATED for an unknown or
 * revoked key and TOKEN_EXPIRED for an expired one.
 */
export const exchangeApiKey = (deps: IdentityDeps, hash: string): Promise<Exchange> =>
  deps.db.transaction(async () => {
    const now = deps.clock.now()
    const secret = await deps.apiKeySecrets.findByDigest(toApiKeyDigest(deps.digester, hash))
    if (!secret || (secret.expiresAt && secret.expiresAt <= now)) throw invalidApiKey()
    const key = await deps.apiKeys.useIf(secret.workspaceId, secret.apiKeyId)
    if (!key) throw invalidApiKey()
    if (key.expiresAt && key.expiresAt <= now) throw expiredApiKey()
    const permissions = await findKeyPermissions(deps, key)
    if (!permissions) throw invalidApiKey()
    const { token } = await deps.signer.sign(
      {
        kind: 'workspace',
        accountId: key.id,
        sessionId: key.id,
        workspaceId: key.workspaceId,
        role: 'staff',
        staffId: null,
        permissions,
        key: { id: key.id, name: key.name },
      },
      {
        lifetimeSeconds: tokenSeconds(now, [key.expiresAt, secret.expiresAt]),
        issuedAtMs: key.tokensAt!.getTime(),
      },
    )
    return { token, allowedNetworks: key.allowedNetworks }
  })
