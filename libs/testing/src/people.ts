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
  /** Returns an API client for other routes with this workspace owner's token. */
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
/** Returns the prefix with twelve random hexadecimal digits, for names that must be unique. */
export const uniqueName = (prefix: string) => `${prefix}${randomBytes(6).toString('hex')}`
const newEmail = () => `${uniqueName('owner')}@shop.example`

/** Returns a client that throws errors without retrying. */
const client = (session?: { token: string; workspaceId: string }) =>
  createPlatformClient({
    url: platform().gatewayUrl,
    retries: 0,
    session: session ? { ...session, refreshToken: null } : null,
  })
/** Sends no idempotency key: the routes called here do not require one. */
const idempotencyKey = null

type Choice = { id: string; slug: string }
let plans: Choice[] | null = null

const planId = async (slug: string): Promise<string> => {
  plans ??= (await client().use(adminBilling).listPublicPlans()).plans
  const plan = plans.find((candidate) => candidate.slug === slug)
  if (!plan) throw new Error(`No active plan "${slug}". Plans: ${plans.map((p) => p.slug).join(', ')}.`)
  return plan.id
}

/** A seeded category that other tests neither add nor deactivate. */
const categorySlug = 'retail'

type SignupOptions = { planSlug?: string; name?: string; email?: string; businessCategorySlug?: string }

/** Returns a valid signup body with a unique email address, an active plan and a category. */
export const newSignup = async (options: SignupOptions = {}) => ({
  email: options.email ?? newEmail(),
  password,
  phone: '+14155550123',
  planId: await planId(options.planSlug ?? 'pro'),
  businessCategorySlug: options.businessCategorySlug ?? categorySlug,
  name: options.name ?? uniqueName('Shop '),
})

/** Signs up a workspace for one test. */
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
 * Uses the API to create a staff member with exactly these permissions: a role, a staff record and an accepted
 * invitation. Needs the scheduling service.
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
  if (!('token' in reply)) throw new Error(`Login returned no token: ${JSON.stringify(reply)}`)
  return reply as Extract<Reply, { token: string }>
}

/** Sensitive operations require a login within the last ten minutes, and a run may take longer. */
const adminLoginMs = 5 * 60_000
let adminLogin: { token: Promise<string>; at: number } | null = null

/** Returns an access token for the first administrator (super-admin). */
export const adminToken = (): Promise<string> => {
  if (adminLogin && performance.now() - adminLogin.at < adminLoginMs) return adminLogin.token
  const login = client().use(identity).adminLogin({ body: platform().admin })
  adminLogin = { token: login.then((reply) => toSession(reply).token), at: performance.now() }
  return adminLogin.token
}

/** Returns an API client that sends the first administrator's token. */
export const adminApi = async <const C extends object>(contract: C): Promise<Api<C>> =>
  apiOf(contract, { baseUrl: versioned(), token: await adminToken() })

/** Returns an API client that sends no token. */
export const visitorApi = <const C extends object>(contract: C): Api<C> =>
  apiOf(contract, { baseUrl: versioned() })
