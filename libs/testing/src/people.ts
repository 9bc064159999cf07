import { randomBytes } from 'node:crypto'
import { apiOf, type Api, type Contract } from './api.ts'
import { eventually } from './eventually.ts'
import { platform } from './platform.ts'

export type Session = { token: string; refreshToken: string; email: string; password: string }
export type TestWorkspace<C extends Contract> = Session & {
  workspaceId: string
  ownerAccountId: string
  planId: string
  api: Api<C>
  /** The same workspace, through other routes. */
  use<Other extends Contract>(contract: Other): Api<Other>
}
export type TestStaff<C extends Contract> = Session & { staffId: string; roleId: string | null; api: Api<C> }

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

/** Signs up a workspace of its own for a test: nothing in it is shared with another test. */
export const newWorkspace = async <const C extends Contract = []>(
  contract?: C,
  options: { planSlug?: string; name?: string; email?: string } = {},
): Promise<TestWorkspace<C>> => {
  const email = options.email ?? newEmail()
  const chosen = await planId(options.planSlug ?? 'pro')
  const signup = {
    email,
    password,
    phone: '+14155550123',
    planId: chosen,
    businessCategorySlug: await categorySlug(),
    name: options.name ?? uniqueName('Shop '),
  }
  const { token, refreshToken, workspace } = (await must('POST', '/signup', signup)) as unknown as Session & {
    workspace: { id: string }
  }
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }
  const caller = { baseUrl: versioned(), token, params: { workspaceId: workspace.id } }
  return {
    token,
    refreshToken,
    email,
    password,
    workspaceId: workspace.id,
    ownerAccountId: sub,
    planId: chosen,
    api: apiOf(contract ?? ([] as unknown as C), caller),
    use: (other) => apiOf(other, caller),
  }
}

type Mail = { to: string; token: string | null }

const invitation = (email: string): Promise<string> =>
  eventually(async () => {
    const { messages } = (await must('GET', `/dev/outbox?to=${encodeURIComponent(email)}`)) as unknown as {
      messages: Mail[]
    }
    const token = messages.find((message) => message.token)?.token
    if (!token) throw new Error(`No invitation has reached ${email}.`)
    return token
  })

/** Adds a staff member who holds exactly these permissions (none: no role), invited and signed in as a person would be. */
export const newStaff = async <const C extends Contract = []>(
  workspace: Pick<TestWorkspace<[]>, 'workspaceId' | 'token'>,
  permissions: string[],
  contract?: C,
): Promise<TestStaff<C>> => {
  const { workspaceId, token: ownerToken } = workspace
  const base = `/workspace/${workspaceId}`
  const role =
    permissions.length > 0
      ? await must('POST', `${base}/roles`, { name: uniqueName('Role '), permissions }, ownerToken)
      : null
  const roleId = role ? (role['role'] as unknown as { id: string }).id : null
  const email = `${uniqueName('staff')}@shop.example`
  const made = await must('POST', `${base}/staff`, { name: uniqueName('Staff '), email, roleId }, ownerToken)
  const staff = made['staff'] as unknown as { id: string }
  const accepted = await must('POST', '/auth/invitations/accept', {
    token: await invitation(email),
    password,
  })
  const { token, refreshToken } = accepted as unknown as Session
  const caller = { baseUrl: versioned(), token, params: { workspaceId } }
  return {
    token,
    refreshToken,
    email,
    password,
    staffId: staff.id,
    roleId,
    api: apiOf(contract ?? ([] as unknown as C), caller),
  }
}

let adminSession: Promise<string> | null = null

/** An access token of the platform's first administrator (super-admin). */
export const adminToken = (): Promise<string> =>
  (adminSession ??= must('POST', '/auth/admin/login', platform().admin).then((reply) => `${reply['token']}`))

/** The routes as the platform's first administrator calls them. */
export const adminApi = async <const C extends Contract>(contract: C): Promise<Api<C>> =>
  apiOf(contract, { baseUrl: versioned(), token: await adminToken() })

/** The routes as a visitor without a token calls them. */
export const visitorApi = <const C extends Contract>(contract: C): Api<C> =>
  apiOf(contract, { baseUrl: versioned() })
