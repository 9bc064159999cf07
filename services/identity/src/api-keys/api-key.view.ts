import { iso } from '@wp/kernel'
import type { ApiKey } from './api-key.contract.ts'
import type { StoredApiKey } from './api-key.store.ts'

export const toApiKey = (key: StoredApiKey): ApiKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  permissions: key.permissions,
  expiresAt: key.expiresAt && iso(key.expiresAt),
  allowedNetworks: key.allowedNetworks,
  survivesMember: key.survivesMember,
  createdBy: key.createdBy,
  createdAt: iso(key.createdAt),
  lastUsedAt: key.lastUsedAt && iso(key.lastUsedAt),
  revokedAt: key.revokedAt && iso(key.revokedAt),
})
