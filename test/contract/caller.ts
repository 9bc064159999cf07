import { idempotencyOf, type Route } from '@wp/http'
import { newId } from '@wp/kernel'
import {
  adminToken,
  newWorkspace,
  pathOf,
  platform,
  verifyReply,
  type Sent,
  type TestWorkspace,
} from '@wp/testing'
import { exampleOf, unknownParams } from './examples.ts'

/** The people that generated tests act as: an owner with a workspace of their own, and the first administrator. */
export type People = { owner: TestWorkspace<[]>; admin: string }

export const newPeople = async (): Promise<People> => ({
  owner: await newWorkspace(),
  admin: await adminToken(),
})

/** Who may call the route, as headers. */
export const credentials = (route: Route, { owner, admin }: People): Record<string, string> => {
  switch (route.access.kind) {
    case 'open':
      return route.access.header ? { [route.access.header.name]: platform().bootstrapToken } : {}
    case 'admin':
      return { authorization: `Bearer ${admin}` }
    case 'signed-in':
    case 'workspace':
      return { authorization: `Bearer ${owner.token}` }
  }
}

export type RawRequest = {
  prefix?: string
  suffix?: string
  params?: Record<string, string>
  query?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | FormData
  baseUrl?: string
  method?: string
}

/** What a route asks for besides its body: the parameters that its query cannot do without. */
const neededQuery = (route: Route): string => {
  const values = route.query ? (exampleOf(route.query) as Record<string, string>) : {}
  return Object.keys(values).length === 0 ? '' : `?${new URLSearchParams(values).toString()}`
}

const neededHeaders = (route: Route): Record<string, string> =>
  idempotencyOf(route) === 'required' ? { 'idempotency-key': newId() } : {}

/** Sends bytes as they are to a route; the caller decides what the answer should be. */
export const request = async (route: Route, raw: RawRequest = {}): Promise<Sent> => {
  const path = pathOf(route, { ...unknownParams(route), ...raw.params })
  const prefix = raw.prefix ?? (route.root ? '' : '/v1')
  const url = `${raw.baseUrl ?? platform().gatewayUrl}${prefix}${path}${raw.suffix ?? ''}${raw.query ?? neededQuery(route)}`
  const reply = await fetch(url, {
    method: raw.method ?? route.method,
    headers: { ...neededHeaders(route), ...raw.headers },
    body: raw.body,
    redirect: 'manual',
  })
  const text = await reply.text()
  const isJson = text !== '' && reply.headers.get('content-type')?.includes('json')
  return {
    status: reply.status,
    body: isJson ? (JSON.parse(text) as unknown) : text || null,
    headers: reply.headers,
  }
}

/** The same, and the answer must be one that the route declares. */
export const declared = async (route: Route, raw: RawRequest = {}): Promise<Sent> => {
  const sent = await request(route, raw)
  verifyReply(route, sent)
  return sent
}

export const takesJson = (route: Route): boolean => Boolean(route.body) && !route.upload && !route.rawBody

export const hasWorkspace = (route: Route): boolean => route.path.includes('/:workspaceId')

const names = new Set(['workspaceId', 'slug', 'pageSlug', 'productSlug', 'token'])

/** Path parameters besides the workspace that stand for a record by its id. */
export const childIds = (route: Route): string[] =>
  [...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name!).filter((name) => !names.has(name))

export const titled = <T extends { route: Route }>(rows: T[]): [string, T][] =>
  rows.map((row) => [row.route.id, row])
