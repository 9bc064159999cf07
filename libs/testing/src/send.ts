import { errorCodes } from '@wp/kernel'
import { impliedFails, type Route } from '@wp/http'
import { z } from 'zod'
import { recordStatus } from './status-log.ts'

export type Parts = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  /** Another token than the caller's own; null sends none. */
  token?: string | null
}

export type Caller = {
  /** The gateway with its prefix, or a service itself. */
  baseUrl: string
  token?: string | null
  /** Filled in where the path asks for them. */
  params?: Record<string, string>
}

export type Sent = { status: number; body: unknown; headers: Headers }

const ErrorBody = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(errorCodes) as [string]),
    message: z.string().min(1),
    details: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  }),
})

/** The path of a route with its parameters in place; a parameter that is missing is the test's mistake. */
export const pathOf = (route: Route, params: Record<string, string | number>): string =>
  route.path.replace(/:([A-Za-z][A-Za-z0-9]*)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${route.id} needs params.${name}`)
    return encodeURIComponent(`${value}`)
  })

const queryText = (query: Record<string, unknown>): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(
    pairs.map(([key, value]): [string, string] => [key, String(value)]),
  ).toString()
  return text === '' ? '' : `?${text}`
}

const payloadOf = (
  body: unknown,
): { payload?: string | FormData | Uint8Array<ArrayBuffer>; type?: string } => {
  if (body === undefined) return {}
  if (body instanceof FormData) return { payload: body }
  if (body instanceof Uint8Array) return { payload: new Uint8Array(body), type: 'application/octet-stream' }
  return { payload: JSON.stringify(body), type: 'application/json' }
}

const readBody = async (reply: Response): Promise<unknown> => {
  const text = await reply.text()
  if (text === '') return null
  return reply.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as unknown) : text
}

/** Sends a request to a route as it is declared; the reply is held against the declaration and noted for the report. */
export const send = async (route: Route, caller: Caller, parts: Parts = {}): Promise<Sent> => {
  const token = parts.token === undefined ? caller.token : parts.token
  const { payload, type } = payloadOf(parts.body)
  const url = `${caller.baseUrl}${pathOf(route, { ...caller.params, ...parts.params })}${queryText(parts.query ?? {})}`
  const reply = await fetch(url, {
    method: route.method,
    headers: {
      ...(type ? { 'content-type': type } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...parts.headers,
    },
    body: payload,
    redirect: 'manual',
  })
  const sent = { status: reply.status, body: await readBody(reply), headers: reply.headers }
  verifyReply(route, sent)
  return sent
}

/** Throws when a reply is not one that the route declares: status, shape, error envelope, request id. */
export const verifyReply = (route: Route, { status, body, headers }: Sent): void => {
  const fault = faultOf(route, status, body)
  if (fault)
    throw new Error(`${route.id} (${route.method} ${route.path}) ${fault}: ${status} ${JSON.stringify(body)}`)
  if (!headers.get('x-request-id')) throw new Error(`${route.id} answered without x-request-id`)
  recordStatus(route.id, status)
}

const faultOf = (route: Route, status: number, body: unknown): string | null => {
  if (status === 304) return null
  const shape = route.replies[status]
  if (shape === undefined) {
    const declared = [...route.fails, ...impliedFails] as number[]
    if (!declared.includes(status)) return 'answered a status that it does not declare'
    return ErrorBody.safeParse(body).success ? null : 'answered an error out of its envelope'
  }
  if (shape === null) return body === null ? null : 'answered a body where it declares none'
  if ('contentTypes' in shape) return null
  const schema = 'safeParse' in shape ? shape : shape[0]
  if (typeof body === 'string' && schema !== shape) return null
  const parsed = schema.safeParse(body)
  return parsed.success ? null : `answered what its schema does not allow (${z.prettifyError(parsed.error)})`
}
