import { randomBytes } from 'node:crypto'
import { apiOf, type Api } from './api.ts'
import { platform } from './platform.ts'
import { asStaff, claimsOf } from './tokens.ts'

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
  staffId: string
  accountId: string
  api: Api<C, 'workspaceId'>
}

type Json = Record<string, never>

const password = 'correct-horse-1'
const versioned = () => `${platform().gatewayUrl}/v1`
/** Nothing but letters and digits, so that no test trips over an address. */
export const uniqueName = (prefix: string) => `${prefix}${randomBytes(6).toString('hex')}`
const newEmail = () => `${uniqueName('owner')}@shop.example`

/** For the makers only: a request that must succeed, without a contract. */
const must = async (method: string, path: string, body?: unknown, token?: string): Promise<Json> => {
  const reply = await fetch(`${versioned()}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status} ${text}`)
  return (text === '' ? {} : JSON.parse(text)) as Json
}

type Choice = { id: string; slug: string }
let plans: Choice[] | null = null
let categories: Choice[] | null = null

const planId = async (slug: string): Promise<string> => {
  plans ??= (await must('GET', '/public/plans'))['plans'] as unknown as Choice[]
  const plan = plans.find((candidate) => candidate.slug === slug)
  if (!plan)
    throw new Error(`There is no active plan "${slug}"; there are ${plans.map((p) => p.slug).join(', ')}.`)
  return plan.id
}

const categorySlug = async (): Promise<string> => {
  categories ??= (await must('GET', '/public/business-categories'))[
    'businessCategories'
  ] as unknown as Choice[]
  return categories[0]!.slug
}

type SignupOptions = { planSlug?: string; name?: string; email?: string }

/** A body that signup accepts: an address of its own, an active plan and category. */
export const newSignup = async (options: SignupOptions = {}) => ({
  email: options.email ?? newEmail(),
  password,
  phone: '+14155550123',
  planId: await planId(options.planSlug ?? 'pro'),
  businessCategorySlug: await categorySlug(),
  name: options.name ?? uniqueName('Shop '),
})

/** Signs up a workspace of its own for a test: nothing in it is shared with another test. */
export const newWorkspace = async <const C extends object = NoRoutes>(
  contract?: C,
  options: SignupOptions = {},
): Promise<TestWorkspace<C>> => {
  const signup = await newSignup(options)
  const { token, refreshToken, workspace } = (await must('POST', '/signup', signup)) as unknown as Session & {
    workspace: { id: string }
  }
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

/** A staff member who holds exactly these permissions. The token is signed with the platform's own key; no record is behind it. */
export const newStaff = async <const C extends object = NoRoutes>(
  workspace: Pick<TestWorkspace, 'workspaceId' | 'token'>,
  permissions: string[],
  contract?: C,
): Promise<TestStaff<C>> => {
  const token = asStaff(workspace.token, permissions)
  const { sub, staffId } = claimsOf(token) as { sub: string; staffId: string }
  const caller = { baseUrl: versioned(), token, params: { workspaceId: workspace.workspaceId } }
  return { token, staffId, accountId: sub, api: apiOf(contract ?? ({} as C), caller) }
}

let adminSession: Promise<string> | null = null

/** An access token of the platform's first administrator (super-admin). */
export const adminToken = (): Promise<string> =>
  (adminSession ??= must('POST', '/auth/admin/login', platform().admin).then((reply) => `${reply['token']}`))

/** The routes as the platform's first administrator calls them. */
export const adminApi = async <const C extends object>(contract: C): Promise<Api<C>> =>
  apiOf(contract, { baseUrl: versioned(), token: await adminToken() })

/** The routes as a visitor without a token calls them. */
export const visitorApi = <const C extends object>(contract: C): Api<C> =>
  apiOf(contract, { baseUrl: versioned() })
