import type { TestWorkspace } from '@wp/testing'
import { expect } from 'vitest'
import type * as contract from '../src/contract.ts'
import { apiAs } from './staff-members.ts'

type Own = TestWorkspace<typeof contract>
type NewKey = Parameters<Own['api']['createApiKey']>[0]

/** The fields of a key with the permission that `listRoles` requires. */
export const keyFields = { name: 'Shop sync', permissions: ['staff.manage'] }

/** Creates a key, and an API that uses it. */
export const newKey = async (
  { api, workspaceId }: Pick<Own, 'api' | 'workspaceId'>,
  fields: NewKey = keyFields,
) => {
  const created = await api.createApiKey(fields)
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  const { apiKey, secret } = created.body
  return { apiKey, secret, params: { apiKeyId: apiKey.id }, api: apiAs(secret, workspaceId) }
}

/** Waits until the gateway returns this status for a request with the key. */
export const waitForStatus = async (api: ReturnType<typeof apiAs>, status: number): Promise<void> => {
  await expect.poll(async () => (await api.listRoles()).status, { interval: 50 }).toBe(status)
}
