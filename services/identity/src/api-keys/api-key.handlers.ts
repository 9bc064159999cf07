import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { createApiKey, revokeApiKey, rotateApiKey, updateApiKey } from './api-key.actions.ts'
import * as routes from './api-key.contract.ts'
import type { StoredApiKey } from './api-key.store.ts'
import { toApiKey } from './api-key.view.ts'

export const apiKeyHandlers = (deps: IdentityDeps) => [
  handle(routes.listApiKeys, async ({ workspaceId, query }) => {
    const { items, pagination } = await deps.apiKeys.page(workspaceId, query)
    return reply(200, { apiKeys: items.map(toApiKey), pagination })
  }),

  handle(routes.createApiKey, async ({ workspaceId, body, principal }) => {
    const { key, secret } = await createApiKey(deps, workspaceId, body, principal)
    return reply(201, { apiKey: toApiKey(key), secret })
  }),

  handle(routes.getApiKey, async ({ workspaceId, params: { apiKeyId } }) =>
    reply(200, { apiKey: toApiKey(await deps.apiKeys.get(workspaceId, apiKeyId)) }),
  ),

  handle(routes.updateApiKey, async ({ workspaceId, params: { apiKeyId }, body, principal }) =>
    reply(200, { apiKey: toApiKey(await updateApiKey(deps, workspaceId, apiKeyId, body, principal)) }),
  ),

  handle(
    routes.rotateApiKey,
    async (
      { workspaceId, params: { apiKeyId }, body: { overlapSeconds }, principal },
      before: StoredApiKey,
    ) => {
      const rotation = { generation: before.generation, overlapSeconds }
      const { key, secret } = await rotateApiKey(deps, workspaceId, apiKeyId, rotation, principal)
      return reply(200, { apiKey: toApiKey(key), secret })
    },
    { prepare: ({ workspaceId, params: { apiKeyId } }) => deps.apiKeys.get(workspaceId, apiKeyId) },
  ),

  handle(routes.revokeApiKey, async ({ workspaceId, params: { apiKeyId }, principal }) => {
    await revokeApiKey(deps, workspaceId, apiKeyId, principal)
    return reply(204)
  }),
]
