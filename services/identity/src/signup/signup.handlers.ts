import { handle, reply } from '@wp/http'
import { AppError } from '@wp/kernel'
import { WorkspaceCreated } from '@wp/workspaces'
import { hashPassword } from '../passwords/password-hashing.ts'
import type { Identity } from '../service.ts'
import { refreshCookie } from '../sessions/refresh-cookie.ts'
import { defaultSettings, shownWorkspace, workspaceState } from '../workspaces/workspace.rules.ts'
import { createWorkspace, signup } from './signup.contract.ts'
import type { SignupFields } from './signup.contract.ts'

export const signupHandlers = (parts: Identity) => {
  const { opener, isDevelopment } = parts
  return [
    handle(signup, async ({ body, userAgent, ip }) => {
      const { account, workspace } = await makeWorkspace(parts, body)
      const tokens = await opener.open(account, workspace.id, { userAgent, ip })
      const cookies = [refreshCookie(tokens.refreshToken, isDevelopment)]
      return reply(201, { ...tokens, workspace: shownWorkspace(workspace) }, { cookies })
    }),

    handle(createWorkspace, async ({ body }) => {
      const { workspace } = await makeWorkspace(parts, body)
      return reply(201, { workspace: shownWorkspace(workspace) })
    }),
  ]
}

/** Account, workspace, ownership and event in one transaction: all of them or none. */
const makeWorkspace = async (parts: Identity, { password, ...fields }: SignupFields) => {
  const { db, accounts, memberships, workspaces } = parts
  await checkChoices(parts, fields)
  const passwordHash = await hashPassword(password)
  const { email, phone, planId, businessCategorySlug, marketingOptIn, name, slogan, workingHours } = fields
  return db.transaction(async (tx) => {
    const account = await accounts.insert({ kind: 'person', email, name: null, passwordHash, adminRoles: [] })
    const workspace = await workspaces.insert({
      version: 1,
      ownerAccountId: account.id,
      name,
      slogan,
      email,
      phone,
      phoneVerified: false,
      planId,
      businessCategorySlug,
      marketingOptIn,
      settings: defaultSettings,
      workingHours,
      subscription: null,
    })
    await memberships.insert({
      accountId: account.id,
      workspaceId: workspace.id,
      role: 'owner',
      staffId: null,
      roleId: null,
    })
    tx.publish(WorkspaceCreated, {
      workspaceId: workspace.id,
      data: { workspace: workspaceState(workspace) },
      aggregate: workspace.id,
    })
    return { account, workspace }
  })
}

/** Plan and category are admin-billing's to know; both must be active. */
const checkChoices = async (
  { billing }: Identity,
  { planId, businessCategorySlug }: Pick<SignupFields, 'planId' | 'businessCategorySlug'>,
): Promise<void> => {
  const [{ plan }, { category }] = await Promise.all([
    billing.getActivePlan({ planId }),
    billing.getActiveCategory({ slug: businessCategorySlug }),
  ])
  if (!plan)
    throw new AppError('PLAN_INACTIVE', 'planId must be the id of an active plan', {
      details: [{ path: 'planId', message: 'is not an active plan' }],
    })
  if (!category)
    throw new AppError(
      'CATEGORY_INACTIVE',
      'businessCategorySlug must be the slug of an active business category',
      {
        details: [{ path: 'businessCategorySlug', message: 'is not an active business category' }],
      },
    )
}
