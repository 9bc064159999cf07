import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/** A secret of an API key. After a rotation, the old one ends at `expiresAt`. */
type ApiKeySecretRecord = { workspaceId: Id; apiKeyId: Id; digest: string; expiresAt: Date | null }

export const apiKeySecretCollection = collection<ApiKeySecretRecord>(
  'api_key_secrets',
  'API key',
  { apiKeyId: String, digest: String, expiresAt: Date },
  [
    { keys: { digest: 1 }, unique: true },
    { keys: { workspaceId: 1, apiKeyId: 1, expiresAt: 1 } }, // secrets of a key
    { keys: { expiresAt: 1 }, ttlSeconds: 3600 },
  ],
  {
    unsharded: 'Finds the workspace of a secret, which is unique on the whole platform.',
    onePer: 'API key that was not revoked',
  },
)

export const apiKeySecretStore = (db: Database) => {
  const secrets = db.tenant(apiKeySecretCollection)
  // Not limited to one workspace, because a request contains only the secret.
  const allSecrets = db.global(apiKeySecretCollection)
  return {
    findByDigest: (digest: string) => allSecrets().findOne({ digest }),
    insert: (workspaceId: Id, apiKeyId: Id, digest: string) =>
      secrets(workspaceId).insert({ apiKeyId, digest, expiresAt: null }),
    countValid: (workspaceId: Id, apiKeyId: Id, now: Date) =>
      secrets(workspaceId).count({
        apiKeyId,
        $or: [{ expiresAt: null }, { expiresAt: trusted({ $gt: now }) }],
      }),
    /** Makes the key's secrets end at the given time, unless they end earlier. */
    endAll: async (workspaceId: Id, apiKeyId: Id, expiresAt: Date): Promise<void> => {
      await secrets(workspaceId).updateMany({ apiKeyId, expiresAt: null }, { expiresAt })
      await secrets(workspaceId).updateMany(
        { apiKeyId, expiresAt: trusted({ $gt: expiresAt }) },
        { expiresAt },
      )
    },
    removeAll: (workspaceId: Id, apiKeyId: Id) => secrets(workspaceId).removeMany({ apiKeyId }),
  }
}
export type ApiKeySecretStore = ReturnType<typeof apiKeySecretStore>
