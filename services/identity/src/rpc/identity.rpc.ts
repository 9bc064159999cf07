import { EmailAddress, invalid, iso, withIsoTimes } from '@wp/kernel'
import { identityService } from '@wp/protos'
import { implement } from '@wp/rpc'
import type { IdentityDeps } from '../deps.ts'
import { exchangeApiKey } from '../api-keys/api-key-exchange.actions.ts'
import { toBusinessDetails } from '../workspaces/workspace.view.ts'
import { listStaffAccounts, removeStaffAccount, upsertStaffAccount } from '../staff/staff-account.actions.ts'

export const identityRpc = (deps: IdentityDeps) => {
  const { workspaces, revocations, signingKeys, clock } = deps
  return implement(identityService, {
    getWorkspace: async ({ workspaceId }) => {
      const workspace = await workspaces.find(workspaceId)
      if (!workspace) return { workspace: null }
      const { settings, ...details } = toBusinessDetails(workspace)
      const reminders = { minutesBefore: settings.reminders }
      return { workspace: { ...withIsoTimes(workspace), ...details, settings: { ...settings, reminders } } }
    },

    revocationsSince: async ({ since, cursor = '' }) => {
      const asOf = iso(clock.now())
      const page = await revocations.pageSince(new Date(since), cursor)
      return { revocations: page.revocations.map(withIsoTimes), nextCursor: page.nextCursor, asOf }
    },

    getJwks: async () => ({ keys: await signingKeys.listPublic() }),

    exchangeApiKey: async ({ hash }) => exchangeApiKey(deps, hash),

    getMessageLink: async ({ hash }) => {
      const link = await deps.messageLinks.find(hash, clock.now())
      return { link: link && withIsoTimes(link) }
    },

    upsertStaffAccount: async ({ email, ...request }) => ({
      account: await upsertStaffAccount(deps, { ...request, email: parseEmail(email) }),
    }),

    removeStaffAccount: async (request) => ({ removed: await removeStaffAccount(deps, request) }),

    listStaffAccounts: async ({ workspaceId, staffIds }) => ({
      accounts: await listStaffAccounts(deps, workspaceId, staffIds),
    }),
  })
}

const parseEmail = (email: string): string => {
  const parsed = EmailAddress.safeParse(email)
  if (parsed.success) return parsed.data
  throw invalid('email', parsed.error.issues[0]?.message ?? 'is invalid')
}
