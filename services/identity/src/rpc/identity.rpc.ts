import { EmailAddress, invalid, iso, withIsoTimes } from '@wp/kernel'
import { identityService } from '@wp/protos'
import { implement } from '@wp/rpc'
import { z } from 'zod'
import { listStaffAccounts, removeStaffAccount, upsertStaffAccount } from '../staff/staff-account.actions.ts'
import type { StaffAccountDeps } from '../staff/staff-account.actions.ts'
import type { IdentityDeps } from '../deps.ts'

type RpcDeps = StaffAccountDeps & Pick<IdentityDeps, 'revocations' | 'signingKeys'>

export const identityRpc = (deps: RpcDeps) => {
  const { workspaces, revocations, signingKeys, clock } = deps
  return implement(identityService, {
    getWorkspace: async ({ workspaceId }) => {
      const workspace = await workspaces.find(workspaceId)
      return { workspace: workspace && withIsoTimes(workspace) }
    },

    revocationsSince: async ({ since, cursor = '' }) => {
      const asOf = iso(clock.now())
      const page = await revocations.pageSince(new Date(since), cursor)
      return { revocations: page.revocations.map(withIsoTimes), nextCursor: page.nextCursor, asOf }
    },

    getJwks: async () => ({ keys: await signingKeys.listPublic() }),

    upsertStaffAccount: async ({ email, ...request }) => ({
      account: await upsertStaffAccount(deps, { ...request, email: parse(EmailAddress, 'email', email) }),
    }),

    removeStaffAccount: async (request) => ({ removed: await removeStaffAccount(deps, request) }),

    listStaffAccounts: async ({ workspaceId, staffIds }) => ({
      accounts: await listStaffAccounts(deps, workspaceId, staffIds),
    }),
  })
}

const parse = <Schema extends z.ZodType>(schema: Schema, path: string, value: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid(path, parsed.error.issues[0]?.message ?? 'is invalid')
}
