import { AppError, EmailAddress, iso } from '@wp/kernel'
import { identityService } from '@wp/protos'
import { implement } from '@wp/rpc'
import { z } from 'zod'
import type { Identity } from '../parts.ts'
import { PhoneNumber } from '../accounts/phone-number.ts'

const Recipient = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('email'), to: EmailAddress }),
  z.object({ channel: z.literal('sms'), to: PhoneNumber }),
])

export const identityRpc = (parts: Identity) => {
  const { accounts, memberships, workspaces, roles, revocations, staff, mailbox, keys, clock } = parts
  return implement(identityService, {
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

    getJwks: async () => ({ keys: await keys.published() }),

    upsertStaffAccount: async ({ email, ...request }) => ({
      account: await staff.upsert({ ...request, email: checked(EmailAddress, 'email', email) }),
    }),

    removeStaffAccount: async ({ workspaceId, staffId }) => ({
      removed: await staff.remove(workspaceId, staffId),
    }),

    listStaffAccounts: async ({ workspaceId, staffIds }) => ({
      accounts: await staff.list(workspaceId, staffIds),
    }),

    sendMessage: async ({ key, workspaceId, channel, to, subject, text }) => {
      const recipient = checked(Recipient, 'to', { channel, to })
      return { messageId: await mailbox.queue({ ...recipient, key, workspaceId, subject, text }) }
    },
  })
}

const checked = <Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  value: unknown,
): z.output<Schema> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const message = parsed.error.issues[0]?.message ?? 'is invalid'
  throw new AppError('VALIDATION_FAILED', `${path} ${message}`, { details: [{ path, message }] })
}
