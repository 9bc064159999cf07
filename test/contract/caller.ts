import { callOnce, type RawCall, type Result } from '@workspace-platform/client'
import { idempotencyOf, type Route } from '@wp/http'
import { newId } from '@wp/kernel'
import { adminToken, newWorkspace, platform, verifyReply, type TestWorkspace } from '@wp/testing'
import { exampleOf, unknownParams } from './examples.ts'

/** The callers in generated tests: an owner with a workspace, and the first admin. */
export type People = { owner: TestWorkspace; admin: string }

export const newPeople = async (): Promise<People> => ({
  owner: await newWorkspace(),
  admin: await adminToken(),
})

/** Returns the headers of a caller who may call the route. */
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

/**
 * Returns the header for a route that checks its own credential: the bootstrap token, or an unknown bearer token,
 * because such routes check it last.
 */
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

/** Returns example values for the required query parameters. */
const neededQuery = (route: Route) => (route.query ? (exampleOf(route.query) as Record<string, string>) : {})

const neededHeaders = (route: Route): Record<string, string> =>
  idempotencyOf(route) === 'required' ? { 'idempotency-key': newId() } : {}

/** Sends a request that may be invalid; the test checks the reply. */
export const request = (route: Route, raw: RawRequest = {}): Promise<Result> => {
  const {
    baseUrl = platform().gatewayUrl,
    prefix = route.root ? '' : '/v1',
    suffix = '',
    method,
    ...call
  } = raw
  // The prefix and suffix become part of the path, so that nothing else is added to it.
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

/** Sends a request and verifies that the route declares the reply. */
export const requestVerified = async (route: Route, raw: RawRequest = {}): Promise<Result> => {
  const result = await request(route, raw)
  verifyReply(route, result)
  return result
}

export const takesJson = (route: Route): boolean => Boolean(route.body) && !route.upload && !route.rawBody

export const hasWorkspace = (route: Route): boolean => route.path.includes('/:workspaceId')

const names = new Set(['workspaceId', 'slug', 'pageSlug', 'productSlug', 'token'])

/** Returns the path parameters that are record ids, except the workspace id. */
export const childIds = (route: Route): string[] =>
  [...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name!).filter((name) => !names.has(name))

export const titledRows = <T extends { route: Route }>(rows: T[]): [string, T][] =>
  rows.map((row) => [row.route.id, row])
