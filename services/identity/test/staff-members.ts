import { createMetrics, createLogger } from '@wp/telemetry'
import { identityService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import { newId } from '@wp/kernel'
import { apiOf, platform, tokensOf, uniqueName, visitorApi } from '@wp/testing'
import type { TestWorkspace } from '@wp/testing'
import * as contract from '../src/contract.ts'

export const staffPassword = 'staff-horse-2'

type Own = TestWorkspace<typeof contract>

/** Returns a gRPC client for identity, which the test must close. */
export const identityClient = (address = platform().services['identity']![0]!.rpc, tokens = tokensOf()) =>
  rpcClient(identityService, {
    addresses: address,
    tokens,
    deadlineMs: 10_000,
    metrics: createMetrics('tests'),
    logger: createLogger({ service: 'tests', level: 'silent' }),
  })

let client: ReturnType<typeof identityClient> | null = null
export const identityRpc = () => (client ??= identityClient())

export const newRole = async (workspace: Own, permissions: string[]): Promise<string> => {
  const { body } = await workspace.api.createRole({ name: uniqueName('Role '), permissions })
  return body.role.id
}

export const newestMessage = async (to: string) => {
  const { body } = await visitorApi(contract).listOutbox({ query: { to } })
  const [newest] = body.messages
  if (!newest) throw new Error(`No message for ${to}`)
  return newest
}

export const apiAs = (token: string, workspaceId: string) =>
  apiOf(contract, { baseUrl: `${platform().gatewayUrl}/v1`, token, params: { workspaceId } })

let version = 0

/** Returns the fields that scheduling sends for a step requested by the owner. Each call uses a higher version. */
export const newStep = ({ workspaceId, ownerAccountId }: Pick<Own, 'workspaceId' | 'ownerAccountId'>) => ({
  workspaceId,
  actorAccountId: ownerAccountId,
  version: (version += 1),
  restores: false,
})

/** Invites a staff member as scheduling does. */
export const inviteMember = async (
  workspace: Own,
  roleId: string,
  email = `${uniqueName('staff')}@shop.example`,
) => {
  const staffId = newId()
  await identityRpc().upsertStaffAccount({
    ...newStep(workspace),
    staffId,
    name: 'Sam Staff',
    email,
    roleId,
  })
  return { staffId, email, invitationToken: (await newestMessage(email)).token! }
}

/** Creates a staff member who has accepted the invitation and is logged in. */
export const newMember = async (workspace: Own, permissions: string[]) => {
  const roleId = await newRole(workspace, permissions)
  const invited = await inviteMember(workspace, roleId)
  const { body } = await visitorApi(contract).acceptInvitation({
    body: { token: invited.invitationToken, password: staffPassword },
  })
  if (!('token' in body)) throw new Error('The staff member was not logged in')
  return {
    ...invited,
    roleId,
    accountId: body.account.id,
    token: body.token,
    refreshToken: body.refreshToken,
    api: apiAs(body.token, workspace.workspaceId),
  }
}
