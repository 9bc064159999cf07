import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { trialEnd } from '@wp/workspaces'
import { publishAccountChanged } from '../accounts/account.events.ts'
import { sendToken } from '../accounts/account-token.actions.ts'
import type { SendTokenDeps } from '../accounts/account-token.actions.ts'
import type { IdentityDeps } from '../deps.ts'
import { verificationMail } from '../emails/email-verification.rules.ts'
import { startLoginSession } from '../sessions/login-session.actions.ts'
import type { Origin, StartSessionDeps } from '../sessions/login-session.actions.ts'
import { publishWorkspaceCreated } from '../workspaces/workspace.events.ts'
import { defaultSettings } from '../workspaces/workspace.rules.ts'
import type { StoredWorkspace } from '../workspaces/workspace.store.ts'
import type { SignupFields } from './signup.contract.ts'

type BillingDeps = Pick<IdentityDeps, 'billing'>
type CreateWorkspaceDeps = BillingDeps &
  SendTokenDeps &
  Pick<IdentityDeps, 'accounts' | 'memberships' | 'workspaces' | 'passwords'>

export type SignupDeps = CreateWorkspaceDeps & StartSessionDeps

/** Creates a workspace and its owner, and logs the owner in: all of it or nothing. */
export const signup = async (deps: SignupDeps, fields: SignupFields, origin: Origin) => {
  const checked = await checkFields(deps, fields)
  return deps.db.transaction(async (tx) => {
    const { account, workspace } = await insertWorkspace(deps, tx, checked)
    const tokens = await startLoginSession(deps, account, workspace.id, origin)
    return { workspace, tokens }
  })
}

/** The same without logging in. */
export const createWorkspace = async (
  deps: CreateWorkspaceDeps,
  fields: SignupFields,
): Promise<StoredWorkspace> => {
  const checked = await checkFields(deps, fields)
  const { workspace } = await deps.db.transaction((tx) => insertWorkspace(deps, tx, checked))
  return workspace
}

/** CATEGORY_INACTIVE unless admin-billing, which owns categories, says that it can be chosen. */
export const requireActiveCategory = async ({ billing }: BillingDeps, slug: string): Promise<void> => {
  const { category } = await billing.getActiveCategory({ slug })
  if (category) return
  throw new AppError(
    'CATEGORY_INACTIVE',
    'businessCategorySlug must be the slug of an active business category: GET /public/business-categories lists them',
    { details: [{ path: 'businessCategorySlug', message: 'is not an active business category' }] },
  )
}

/** PLAN_INACTIVE unless admin-billing, which owns plans, says that it can be chosen. */
const requireActivePlan = async ({ billing }: BillingDeps, planId: Id) => {
  const { plan } = await billing.getActivePlan({ planId })
  if (plan) return plan
  throw new AppError(
    'PLAN_INACTIVE',
    'planId must be the id of an active plan: GET /public/plans lists them',
    {
      details: [{ path: 'planId', message: 'is not an active plan' }],
    },
  )
}

/** What is asked of others and what takes long, before the transaction. */
const checkFields = async (deps: CreateWorkspaceDeps, { password, ...fields }: SignupFields) => {
  const [{ trialPeriodDays }] = await Promise.all([
    requireActivePlan(deps, fields.planId),
    requireActiveCategory(deps, fields.businessCategorySlug),
  ])
  return { ...fields, trialPeriodDays, passwordHash: await deps.passwords.hash(password) }
}

const insertWorkspace = async (
  deps: CreateWorkspaceDeps,
  tx: Tx,
  { passwordHash, trialPeriodDays, ...fields }: Awaited<ReturnType<typeof checkFields>>,
) => {
  const { accounts, memberships, workspaces } = deps
  const createdAt = deps.clock.now()
  const account = await accounts.insert({ email: fields.email, passwordHash }) // CONFLICT when the email is taken
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
  await sendToken(deps, account, verificationMail)
  publishAccountChanged(tx, account, 'created', workspace.id)
  publishWorkspaceCreated(tx, workspace)
  return { account, workspace }
}
