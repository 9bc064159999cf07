import type { WorkspacePermission } from '@wp/auth'
import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'

type ApiKeyRecord = {
  name: string
  prefix: string
  permissions: WorkspacePermission[]
  expiresAt: Date | null
  allowedNetworks: string[]
  survivesMember: boolean
  createdBy: Id
  lastUsedAt: Date | null
  revokedAt: Date | null
  /** Incremented by each rotation, so that only one of two concurrent rotations succeeds. */
  generation: number
  /** When a token was last issued or the key last changed, by the clock of the database, as in memberships. */
  tokensAt: Date | null
}
export type StoredApiKey = TenantDoc<ApiKeyRecord>

const revokedSeconds = 90 * 86_400

export const apiKeyCollection = collection<ApiKeyRecord>(
  'api_keys',
  'API key',
  {
    name: String,
    prefix: String,
    permissions: [String],
    expiresAt: Date,
    allowedNetworks: [String],
    survivesMember: Boolean,
    createdBy: String,
    lastUsedAt: Date,
    revokedAt: Date,
    generation: Number,
    tokensAt: Date,
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, revokedAt: 1, createdBy: 1 } }, // number of active keys, keys of a member
    { keys: { revokedAt: 1 }, ttlSeconds: revokedSeconds },
  ],
  { onePer: 'API key; revoked ones until 90 days after `revokedAt`' },
)

const touched = { $currentDate: { tokensAt: true } } as const
const unused = { lastUsedAt: null, revokedAt: null, generation: 0, tokensAt: null }

export const apiKeyStore = (db: Database) => {
  const keys = db.tenant(apiKeyCollection)
  const active = { revokedAt: null }
  return {
    get: (workspaceId: Id, id: Id) => keys(workspaceId).get({ id }),
    find: (workspaceId: Id, id: Id) => keys(workspaceId).findOne({ id }),
    page: (workspaceId: Id, query: PageQuery) => keys(workspaceId).page({ query }),
    countActive: (workspaceId: Id, now: Date) =>
      keys(workspaceId).count({
        ...active,
        $or: [{ expiresAt: null }, { expiresAt: trusted({ $gt: now }) }],
      }),
    insert: (workspaceId: Id, key: Omit<ApiKeyRecord, keyof typeof unused>) =>
      keys(workspaceId).insert({ ...key, ...unused }),

    /** Returns null when the key was revoked. */
    updateIf: (
      workspaceId: Id,
      id: Id,
      changes: Partial<Pick<ApiKeyRecord, 'name' | 'permissions' | 'expiresAt' | 'allowedNetworks'>>,
    ) => keys(workspaceId).updateIf({ id, ...active }, { $set: changes, ...touched }),
    /** Returns null when the key was revoked, or rotated since it had this generation. */
    rotateIf: (workspaceId: Id, id: Id, generation: number, prefix: string) =>
      keys(workspaceId).updateIf(
        { id, generation, ...active },
        { $set: { prefix }, $inc: { generation: 1 }, ...touched },
      ),
    /** Returns null when the key was already revoked. */
    revokeIf: (workspaceId: Id, id: Id, now: Date) =>
      keys(workspaceId).updateIf({ id, ...active }, { revokedAt: now }),

    /** Records that a token is issued; returns null when the key was revoked. */
    useIf: (workspaceId: Id, id: Id) =>
      keys(workspaceId).updateIf(
        { id, ...active },
        { $currentDate: { tokensAt: true, lastUsedAt: true } },
        { keepsUpdatedAt: true },
      ),

    /** Lists the active keys that end with the member who created them. */
    listOfMember: (workspaceId: Id, createdBy: Id) =>
      keys(workspaceId).find({ ...active, createdBy, survivesMember: false }),
    /**
     * Lists the keys of `listOfMember`. Also updates them, so that concurrent requests cannot issue tokens with the
     * old permissions.
     */
    touchOfMember: async (workspaceId: Id, createdBy: Id) => {
      const ofMember = { ...active, createdBy, survivesMember: false }
      await keys(workspaceId).updateMany(ofMember, touched)
      return keys(workspaceId).find(ofMember)
    },
  }
}
export type ApiKeyStore = ReturnType<typeof apiKeyStore>
