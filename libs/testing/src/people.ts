import { randomBytes } from 'node:crypto'
import { createPlatformClient } from '@workspace-platform/client'
import { adminBilling } from '@workspace-platform/client/admin-billing'
import { identity } from '@workspace-platform/client/identity'
import { scheduling } from '@workspace-platform/client/scheduling'
import { apiOf, type Api } from './api.ts'
import { platform } from './platform.ts'
import { claimsOf } from './tokens.ts'

export type Session = { token: string; refreshToken: string; email: string; password: string }
type NoRoutes = Record<never, never>
export type TestWorkspace<C extends object = NoRoutes> = Session & {
  workspaceId: string
  ownerAccountId: string
  planId: string
  api: Api<C, 'workspaceId'>
  /** The same workspace, through other routes. */
  use<const Other extends object>(contract: Other): Api<Other, 'workspaceId'>
}
export type TestStaff<C extends object = NoRoutes> = {
  token: string
  refreshToken: string
  staffId: string
  roleId: string
  accountId: string
  api: Api<C, 'workspaceId'>
}

const password = 'correct-horse-1'
const versioned = () => `${platform().gatewayUrl}/v1`
/** Nothing but letters and digits, so that no test trips over an address. */
export const uniqueName = (prefix: string) => `${prefix}${randomBytes(6).toString('hex')}`
const newEmail = () => `${uniqueName('owner')}@shop.example`

/** For the makers: their calls must succeed at once, and what fails is thrown. */
const client = (session?: { token: string; workspaceId: string }) =>
  createPlatformClient({
    url: platform().gatewayUrl,
    retries: 0,
    session: session ? { ...session, refreshToken: null } : null,
  })
/** Most tests of these routes bring no key either. */
const idempotencyKey = null

type Choice = { id: string; slug: string }
let plans: Choice[] | null = null

const planId = async (slug: string): Promise<string> => {
  plans ??= (await client().use(adminBilling).listPublicPlans()).plans
  const plan = plans.find((candidate) => candidate.slug === slug)
  if (!plan)
    throw new Error(`There is no active plan "${slug}"; there are ${plans.map((p) => p.slug).join(', ')}.`)
  return plan.id
}

/** One that the service brings along; what other tests add and switch off is never taken. */
const categorySlug = 'retail'

type SignupOptions = { planSlug?: string; name?: string; email?: string }

/** A body that signup accepts: an address of its own, an active plan and category. */
export const newSignup = async (options: SignupOptions = {}) => ({
  email: options.email ?? newEmail(),
  password,
  phone: '+14155550123',
  planId: await planId(options.planSlug ?? 'pro'),
  businessCategorySlug: categorySlug,
  name: options.name ?? uniqueName('Shop '),
})

/** Signs up a workspace of its own for a test: nothing in it is shared with another test. */
export const newWorkspace = async <const C extends object = NoRoutes>(
  contract?: C,
  options: SignupOptions = {},
): Promise<TestWorkspace<C>> => {
  const signup = await newSignup(options)
  const { token, refreshToken, workspace } = await client().use(identity).signup({ body: signup })
  const { sub } = claimsOf(token) as { sub: string }
  const caller = { baseUrl: versioned(), token, params: { workspaceId: workspace.id } }
  return {
    token,
    refreshToken,
    email: signup.email,
    password,
    workspaceId: workspace.id,
    ownerAccountId: sub,
    planId: signup.planId,
    api: apiOf(contract ?? ({} as C), caller),
    use: (other) => apiOf(other, caller),
  }
}

/**
 * A staff member who holds exactly these permissions: a role, a staff record and an invitation that was accepted, all
 * through the routes. Needs scheduling, which keeps the staff.
 */
export const newStaff = async <const C extends object = NoRoutes>(
  { workspaceId, token: ownerToken }: Pick<TestWorkspace, 'workspaceId' | 'token'>,
  permissions: string[],
  contract?: C,
): Promise<TestStaff<C>> => {
  const owner = client({ token: ownerToken, workspaceId })
  const email = `${uniqueName('staff')}@shop.example`
  const newRole = { name: uniqueName('Role '), permissions }
  const { role } = await owner.use(identity).createRole({ body: newRole, idempotencyKey })
  const profile = { name: 'Mona', email, roleId: role.id }
  const { staff } = await owner.use(scheduling).createStaff({ body: profile, idempotencyKey })
  const { listOutbox, acceptInvitation } = client().use(identity)
  const { messages } = await listOutbox({ query: { to: email } })
  const answer = { token: messages[0]!.token!, password }
  const { token, refreshToken } = toSession(await acceptInvitation({ body: answer }))
  const { sub } = claimsOf(token) as { sub: string }
  const caller = { baseUrl: versioned(), token, params: { workspaceId } }
  return {
    token,
    refreshToken,
    staffId: staff.id,
    roleId: role.id,
    accountId: sub,
    api: apiOf(contract ?? ({} as C), caller),
  }
}

const toSession = <Reply extends object>(reply: Reply): Extract<Reply, { token: string }> => {
  if (!('token' in reply)) throw new Error(`A login asks for more: ${JSON.stringify(reply)}`)
  return reply as Extract<Reply, { token: string }>
}

let adminSession: Promise<string> | null = null

/** An access token of the platform's first administrator (super-admin). */
export const adminToken = (): Promise<string> =>
  (adminSession ??= client()
    .use(identity)
    .adminLogin({ body: platform().admin })
    .then((reply) => toSession(reply).token))

/** The routes as the platform's first administrator calls them. */
export const adminApi = async <const C extends object>(contract: C): Promise<Api<C>> =>
  apiOf(contract, { baseUrl: versioned(), token: await adminToken() })

/** The routes as a visitor without a token calls them. */
export const visitorApi = <const C extends object>(contract: C): Api<C> =>
  apiOf(contract, { baseUrl: versioned() })
