import { callOnce, type RawCall, type Result } from '@workspace-platform/client'
import { idempotencyOf, type Route } from '@wp/http'
import { newId } from '@wp/kernel'
import { adminToken, newWorkspace, platform, verifyReply, type TestWorkspace } from '@wp/testing'
import { exampleOf, unknownParams } from './examples.ts'

/** The people that generated tests act as: an owner with a workspace of their own, and the first administrator. */
export type People = { owner: TestWorkspace; admin: string }

export const newPeople = async (): Promise<People> => ({
  owner: await newWorkspace(),
  admin: await adminToken(),
})

/** Who may call the route, as headers. */
export const credentials = (route: Route, { owner, admin }: People): Record<string, string> => {
  switch (route.access.kind) {
    case 'open':
      return route.access.header ? proofFor(route.access.header.name) : {}
    case 'admin':
      return { authorization: `Bearer ${admin}` }
    case 'signed-in':
    case 'workspace':
      return { authorization: `Bearer ${owner.token}` }
  }
}

/** A token that a service hands out itself is the wrong one here: it is looked at after everything else. */
const proofFor = (header: string): Record<string, string> => ({
  [header]: header === 'authorization' ? 'Bearer unknown' : platform().bootstrapToken,
})

export type RawRequest = Pick<RawCall, 'params' | 'query' | 'headers'> & {
  baseUrl?: string
  prefix?: string
  suffix?: string
  method?: string
  body?: string | Uint8Array | FormData
}

/** What a route asks for besides its body: the parameters that its query cannot do without. */
const neededQuery = (route: Route) => (route.query ? (exampleOf(route.query) as Record<string, string>) : {})

const neededHeaders = (route: Route): Record<string, string> =>
  idempotencyOf(route) === 'required' ? { 'idempotency-key': newId() } : {}

/** Sends a request to a route, also a wrong one; the test decides what the answer should be. */
export const request = (route: Route, raw: RawRequest = {}): Promise<Result> => {
  const {
    baseUrl = platform().gatewayUrl,
    prefix = route.root ? '' : '/v1',
    suffix = '',
    method,
    ...call
  } = raw
  // With prefix and suffix in its path, a route answers exactly there.
  const path = `${prefix}${route.path}${suffix}` as Route['path']
  const target: Route = {
    ...route,
    path,
    root: undefined,
    method: (method ?? route.method) as Route['method'],
  }
  return callOnce(
    target,
    {
      ...call,
      params: { ...unknownParams(route), ...call.params },
      query: call.query ?? neededQuery(route),
      headers: { ...neededHeaders(route), ...call.headers },
    },
    { baseUrl },
  )
}

/** The same, and the answer must be one that the route declares. */
export const requestVerified = async (route: Route, raw: RawRequest = {}): Promise<Result> => {
  const result = await request(route, raw)
  verifyReply(route, result)
  return result
}

export const takesJson = (route: Route): boolean => Boolean(route.body) && !route.upload && !route.rawBody

export const hasWorkspace = (route: Route): boolean => route.path.includes('/:workspaceId')

const names = new Set(['workspaceId', 'slug', 'pageSlug', 'productSlug', 'token'])

/** Path parameters besides the workspace that stand for a record by its id. */
export const childIds = (route: Route): string[] =>
  [...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name!).filter((name) => !names.has(name))

export const titledRows = <T extends { route: Route }>(rows: T[]): [string, T][] =>
  rows.map((row) => [row.route.id, row])
