import { AppError, iso } from '@wp/kernel'
import { identityService } from '@wp/protos'
import { implement } from '@wp/rpc'
import type { Identity } from '../service.ts'

const notHere = async (): Promise<never> => {
  throw new AppError('UNAVAILABLE', 'Staff accounts are not served yet')
}

export const identityRpc = ({
  accounts,
  memberships,
  workspaces,
  roles,
  revocations,
  signingKeys,
  clock,
}: Identity) =>
  implement(identityService, {
    getWorkspace: async ({ workspaceId }) => {
      const workspace = await workspaces.find(workspaceId)
      return {
        workspace: workspace && {
          ...workspace,
          createdAt: iso(workspace.createdAt),
          updatedAt: iso(workspace.updatedAt),
        },
      }
    },

    getAccount: async ({ accountId }) => {
      const account = await accounts.find(accountId)
      return { account: account && { ...account, memberships: await memberships.listOf(accountId) } }
    },

    getRole: async ({ workspaceId, roleId }) => ({ role: await roles.find(workspaceId, roleId) }),

    revocationsSince: async ({ since }) => {
      const asOf = iso(clock.now())
      const found = await revocations.since(new Date(since))
      return { revocations: found.map((one) => ({ ...one, at: iso(one.at) })), asOf }
    },

    getJwks: async () => ({ keys: signingKeys.map(({ publicJwk }) => publicJwk) }),

    upsertStaffAccount: notHere,
    removeStaffAccount: notHere,
    listStaffAccounts: notHere,
    sendMessage: notHere,
  })
