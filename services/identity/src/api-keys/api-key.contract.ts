import { defineRoute, workspace } from '@wp/http'
import { IdString, isNetwork, nonBlank, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { Permissions } from '../roles/role.contract.ts'

const maxNetworks = 50
const maxOverlapSeconds = 86_400

export const ApiKey = z
  .object({
    id: IdString,
    name: z.string(),
    prefix: z.string().describe('The first characters of the secret, to recognize it'),
    permissions: z.array(z.string()),
    expiresAt: Timestamp.nullable(),
    allowedNetworks: z.array(z.string()).describe('If empty, the key works from any address'),
    survivesMember: z.boolean(),
    createdBy: IdString.describe('The account that created the key'),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable().describe('Accurate to a minute'),
    revokedAt: Timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof ApiKey>

const fields = z.object({
  name: nonBlank(100),
  permissions: Permissions.refine((keys) => keys.length > 0, { error: 'must contain at least 1 permission' }),
  expiresAt: Timestamp.nullable().describe('When the key stops working; null means never'),
  allowedNetworks: z
    .array(
      z.string().refine(isNetwork, {
        error: 'must be an address or a network in CIDR notation, such as 203.0.113.0/24 or 2001:db8::/32',
      }),
    )
    .max(maxNetworks)
    .describe('Addresses and networks that the key works from; an empty list means all'),
})

const NewApiKey = z.object({
  ...fields.shape,
  expiresAt: fields.shape.expiresAt.default(null),
  allowedNetworks: fields.shape.allowedNetworks.default([]),
  survivesMember: z
    .boolean()
    .default(false)
    .describe('Whether the key keeps working after the member who created it was removed'),
})
export type NewApiKey = z.output<typeof NewApiKey>

const ApiKeyChanges = fields.partial()
export type ApiKeyChanges = z.output<typeof ApiKeyChanges>

const Rotation = z
  .object({
    overlapSeconds: z
      .int()
      .min(0)
      .max(maxOverlapSeconds)
      .default(0)
      .describe('How long the old secret keeps working'),
  })
  .prefault({})

const OneApiKey = z.object({ apiKey: ApiKey })
const WithSecret = z.object({ apiKey: ApiKey, secret: z.string().describe('Shown only in this reply') })

const view = workspace('integrations.view', { subscription: 'ignored', callers: 'persons' })
const manage = workspace('integrations.manage', { subscription: 'ignored', callers: 'persons' })
const path = '/workspace/:workspaceId/api-keys'
const one = `${path}/:apiKeyId` as const
const tag = 'API keys'

export const listApiKeys = defineRoute({
  id: 'listApiKeys',
  method: 'GET',
  path,
  summary: 'List API keys',
  description: 'Sorted by creation time, newest first. Revoked keys are listed for 90 days.',
  tag,
  access: view,
  query: pageQuery,
  replies: { 200: z.object({ apiKeys: z.array(ApiKey), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})

export const createApiKey = defineRoute({
  id: 'createApiKey',
  method: 'POST',
  path,
  summary: 'Create an API key',
  description:
    'Programs send the secret as `Authorization: Bearer`. It is shown only once. You can only grant permissions that you have; unless the key outlives your membership, it never has more permissions than you, and it is revoked when you are removed from the workspace. A workspace can have at most 50 active keys.',
  tag,
  access: manage,
  body: NewApiKey,
  replies: { 201: WithSecret },
  fails: [400, 401, 403, 404, 409, 422],
  idempotency: 'sealed', // the reply contains a secret that is stored only as a hash
})

export const getApiKey = defineRoute({
  id: 'getApiKey',
  method: 'GET',
  path: one,
  summary: 'Get an API key',
  tag,
  access: view,
  replies: { 200: OneApiKey },
  fails: [400, 401, 403, 404],
})

export const updateApiKey = defineRoute({
  id: 'updateApiKey',
  method: 'PATCH',
  path: one,
  summary: 'Update an API key',
  description:
    'You need every permission that the key has or gets. Changes apply within a second. A revoked key cannot be changed.',
  tag,
  access: manage,
  body: ApiKeyChanges,
  replies: { 200: OneApiKey },
  fails: [400, 401, 403, 404, 409, 422],
})

export const rotateApiKey = defineRoute({
  id: 'rotateApiKey',
  method: 'POST',
  path: `${one}/rotate`,
  summary: 'Replace the secret of an API key',
  description:
    'The old secret keeps working for `overlapSeconds`, and stops within a second without it. You need every permission of the key. If two rotations run concurrently, one returns 409.',
  tag,
  access: manage,
  body: Rotation,
  replies: { 200: WithSecret },
  fails: [400, 401, 403, 404, 409, 422],
  idempotency: 'sealed', // the reply contains a secret that is stored only as a hash
})

export const revokeApiKey = defineRoute({
  id: 'revokeApiKey',
  method: 'DELETE',
  path: one,
  summary: 'Revoke an API key',
  description: 'The key is rejected everywhere within a second. A revoked key cannot be restored.',
  tag,
  access: manage,
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})
