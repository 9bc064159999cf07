import { randomBytes } from 'node:crypto'
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

/** For the makers only: a request that must succeed, without a contract. */
const must = async <Reply>(method: string, path: string, body?: unknown, token?: string): Promise<Reply> => {
  const reply = await fetch(`${versioned()}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status} ${text}`)
  return JSON.parse(text) as Reply
}

type Choice = { id: string; slug: string }
let plans: Choice[] | null = null

const planId = async (slug: string): Promise<string> => {
  plans ??= (await must<{ plans: Choice[] }>('GET', '/public/plans')).plans
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
  const { token, refreshToken, workspace } = await must<Session & { workspace: { id: string } }>(
    'POST',
    '/signup',
    signup,
  )
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
  const folder = `/workspace/${workspaceId}`
  const email = `${uniqueName('staff')}@shop.example`
  const newRole = { name: uniqueName('Role '), permissions }
  const { role } = await must<{ role: Choice }>('POST', `${folder}/roles`, newRole, ownerToken)
  const profile = { name: 'Mona', email, roleId: role.id }
  const { staff } = await must<{ staff: Choice }>('POST', `${folder}/staff`, profile, ownerToken)
  const { messages } = await must<{ messages: { token: string }[] }>('GET', `/dev/outbox?to=${email}`)
  const answer = { token: messages[0]!.token, password }
  const { token, refreshToken } = await must<Session>('POST', '/auth/invitations/accept', answer)
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

let adminSession: Promise<string> | null = null

/** An access token of the platform's first administrator (super-admin). */
export const adminToken = (): Promise<string> =>
  (adminSession ??= must<Session>('POST', '/auth/admin/login', platform().admin).then(({ token }) => token))

/** The routes as the platform's first administrator calls them. */
export const adminApi = async <const C extends object>(contract: C): Promise<Api<C>> =>
  apiOf(contract, { baseUrl: versioned(), token: await adminToken() })

/** The routes as a visitor without a token calls them. */
export const visitorApi = <const C extends object>(contract: C): Api<C> =>
  apiOf(contract, { baseUrl: versioned() })
