import { EmailAddress, invalid, iso, withIsoTimes } from '@wp/kernel'
import { identityService } from '@wp/protos'
import { implement } from '@wp/rpc'
import { z } from 'zod'
import { PhoneNumber } from '../accounts/phone-number.contract.ts'
import { listStaffAccounts, removeStaffAccount, upsertStaffAccount } from '../staff/staff-account.actions.ts'
import type { StaffAccountDeps } from '../staff/staff-account.actions.ts'
import type { IdentityDeps } from '../deps.ts'
import { queueMessage } from '../messages/message.actions.ts'

const Recipient = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('email'), to: EmailAddress }),
  z.object({ channel: z.literal('sms'), to: PhoneNumber }),
])

type RpcDeps = StaffAccountDeps & Pick<IdentityDeps, 'revocations' | 'signingKeys'>

export const identityRpc = (deps: RpcDeps) => {
  const { accounts, memberships, workspaces, roles, revocations, signingKeys, clock } = deps
  return implement(identityService, {
    getWorkspace: async ({ workspaceId }) => {
      const workspace = await workspaces.find(workspaceId)
      return { workspace: workspace && withIsoTimes(workspace) }
    },

    getAccount: async ({ accountId }) => {
      const account = await accounts.find(accountId)
      return { account: account && { ...account, memberships: await memberships.list(accountId) } }
    },

    getRole: async ({ workspaceId, roleId }) => ({ role: await roles.find(workspaceId, roleId) }),

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

    sendMessage: async ({ key, workspaceId, channel, to, subject, text }) => {
      const recipient = parse(Recipient, 'to', { channel, to })
      return { messageId: await queueMessage(deps, { ...recipient, key, workspaceId, subject, text }) }
    },
  })
}

const parse = <Schema extends z.ZodType>(schema: Schema, path: string, value: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid(path, parsed.error.issues[0]?.message ?? 'is invalid')
}
