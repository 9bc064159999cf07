import { handle, reply } from '@wp/http'
import type { Tx } from '@wp/mongo'
import { trialEnd, WorkspaceCreated } from '@wp/workspaces'
import { AccountChanged } from '../events.ts'
import type { Identity } from '../parts.ts'
import { refreshCookie } from '../sessions/refresh-cookie.ts'
import { defaultSettings, shownWorkspace, workspaceState } from '../workspaces/workspace.rules.ts'
import { activePlan, checkCategory } from './choices.ts'
import { createWorkspace, signup } from './signup.contract.ts'
import type { SignupFields } from './signup.contract.ts'

export const signupHandlers = (parts: Identity) => {
  const { db, opener, isDevelopment } = parts
  return [
    handle(signup, async ({ body, userAgent, ip }) => {
      const prepared = await prepare(parts, body)
      const { workspace, tokens } = await db.transaction(async (tx) => {
        const made = await makeWorkspace(parts, tx, prepared)
        return { ...made, tokens: await opener.open(made.account, made.workspace.id, { userAgent, ip }) }
      })
      const { token, refreshToken, expiresIn } = tokens
      const cookies = [refreshCookie(refreshToken, isDevelopment)]
      return reply(201, { token, refreshToken, expiresIn, workspace: shownWorkspace(workspace) }, { cookies })
    }),

    handle(createWorkspace, async ({ body }) => {
      const prepared = await prepare(parts, body)
      const { workspace } = await db.transaction((tx) => makeWorkspace(parts, tx, prepared))
      return reply(201, { workspace: shownWorkspace(workspace) })
    }),
  ]
}

/** What is asked of others and what takes long, before the transaction. */
const prepare = async ({ billing, passwords }: Identity, { password, ...fields }: SignupFields) => {
  const [plan] = await Promise.all([
    activePlan(billing, fields.planId),
    checkCategory(billing, fields.businessCategorySlug),
  ])
  return { ...fields, trialPeriodDays: plan.trialPeriodDays, passwordHash: await passwords.hash(password) }
}

/** Account, workspace, ownership and events: all of them or none. */
const makeWorkspace = async (
  { accounts, memberships, workspaces, clock }: Identity,
  tx: Tx,
  { passwordHash, trialPeriodDays, ...fields }: Awaited<ReturnType<typeof prepare>>,
) => {
  const createdAt = clock.now()
  const account = await accounts.insert({ email: fields.email, passwordHash })
  const workspace = await workspaces.insert({
    ...fields,
    version: 1,
    ownerAccountId: account.id,
    phoneVerified: false,
    settings: defaultSettings,
    subscription: {
      version: 0,
      planId: fields.planId,
      subscriptionEndDate: trialEnd(createdAt, trialPeriodDays),
      discountPercentage: null,
    },
    createdAt,
  })
  await memberships.insertOwner(workspace.id, account.id)
  tx.publish(AccountChanged, { workspaceId: workspace.id, data: { account, change: 'created' } })
  tx.publish(WorkspaceCreated, { workspaceId: workspace.id, data: { workspace: workspaceState(workspace) } })
  return { account, workspace }
}
