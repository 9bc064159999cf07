import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { trialEnd } from '@wp/workspaces'
import type { ServiceDeps } from '../deps.ts'
import { startFirstLoginSession } from '../login-sessions/login-session.actions.ts'
import type { RequestOrigin } from '../login-sessions/login-session.types.ts'
import { verificationMail } from '../messages/mail.rules.ts'
import { sendToken } from '../messages/message.actions.ts'
import { requireActiveCategory } from '../workspaces/workspace.actions.ts'
import { publishWorkspaceCreated } from '../workspaces/workspace.events.ts'
import type { StoredWorkspace } from '../workspaces/workspace.types.ts'
import type { SignupFields } from './signup.contract.ts'

/** Creates a workspace and its owner and logs the owner in, in one transaction. */
export const signup = async (deps: ServiceDeps, fields: SignupFields, origin: RequestOrigin) => {
  const checked = await checkFields(deps, fields)
  return deps.db.transaction(async (tx) => {
    const { account, workspace } = await insertWorkspace(deps, tx, checked)
    const tokens = await startFirstLoginSession(deps, account, workspace.id, origin)
    return { workspace, tokens }
  })
}

/** Creates a workspace and its owner without logging the owner in. */
export const createWorkspace = async (deps: ServiceDeps, fields: SignupFields): Promise<StoredWorkspace> => {
  const checked = await checkFields(deps, fields)
  const { workspace } = await deps.db.transaction((tx) => insertWorkspace(deps, tx, checked))
  return workspace
}

/** Throws PLAN_INACTIVE unless the plan is active in admin-billing, which owns plans. */
const requireActivePlan = async ({ billing }: ServiceDeps, planId: Id) => {
  const { plan } = await billing.getActivePlan({ planId })
  if (plan) return plan
  throw new AppError('PLAN_INACTIVE', 'The plan must be active; GET /public/plans lists the active ones', {
    details: [{ path: 'planId', message: 'must be an active plan' }],
  })
}

/** Calls to admin-billing and password hashing are slow, so they run before the transaction. */
const checkFields = async (deps: ServiceDeps, { password, ...fields }: SignupFields) => {
  const [{ trialPeriodDays }] = await Promise.all([
    requireActivePlan(deps, fields.planId),
    requireActiveCategory(deps, fields.businessCategorySlug),
  ])
  return { ...fields, trialPeriodDays, passwordHash: await deps.passwords.hash(password) }
}

const insertWorkspace = async (
  deps: ServiceDeps,
  tx: Tx,
  { passwordHash, trialPeriodDays, ...fields }: Awaited<ReturnType<typeof checkFields>>,
) => {
  const { accounts, memberships, workspaces } = deps
  const createdAt = deps.clock.now()
  const account = await accounts.insert({ email: fields.email, passwordHash }) // throws CONFLICT when the email already has an account
  const workspace = await workspaces.insert({
    ...fields,
    ownerAccountId: account.id,
    subscription: {
      version: 0,
      planId: fields.planId,
      subscriptionEndDate: trialEnd(createdAt, trialPeriodDays),
      discountPercentage: null,
    },
    createdAt,
  })
  await memberships.insertOwner(workspace.id, account.id)
  await sendToken(deps, account, verificationMail(workspace))
  publishWorkspaceCreated(tx, workspace)
  return { account, workspace }
}
