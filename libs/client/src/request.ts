import type { RawCall } from './call.ts'
import type { Endpoint } from './route.ts'

/** A route's reply with any status. */
export type Result<Status = number, Body = unknown> = {
  readonly status: Status
  readonly body: Body
  readonly headers: Headers
}

export type Target = {
  /** The URL with the version prefix: `https://platform.example/v1`. */
  readonly baseUrl: string
  /** Default path parameters; a call may override them. */
  readonly params?: RawCall['params']
  readonly token?: string | null
}

/** Returns the URL for a call. Throws TypeError when a path parameter is missing. */
export const addressOf = (endpoint: Endpoint, call: RawCall, { baseUrl, params: given }: Target): string => {
  const params = { ...given, ...call.params }
  const path = endpoint.path.replaceAll(/:([A-Za-z][A-Za-z0-9]*)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined)
      throw new TypeError(`${endpoint.id ?? endpoint.path} requires the parameter ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(call.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item))
    }
  }
  const base = endpoint.root ? new URL(baseUrl).origin : baseUrl.replace(/\/$/, '')
  return `${base}${path}${search.size > 0 ? `?${search.toString()}` : ''}`
}

type Payload = { body?: string | FormData | Blob | Uint8Array<ArrayBuffer>; type?: string }

const payloadOf = (body: unknown): Payload => {
  if (body === undefined || typeof body === 'string' || body instanceof FormData || body instanceof Blob)
    return { body }
  if (body instanceof Uint8Array) return { body: new Uint8Array(body), type: 'application/octet-stream' }
  return { body: JSON.stringify(body), type: 'application/json' }
}

/** Returns the URL and options to pass to `fetch`. */
export const requestOf = (endpoint: Endpoint, call: RawCall, target: Target): [string, RequestInit] => {
  const { body, type } = payloadOf(call.body)
  const headers = new Headers(call.headers)
  const token = call.token === undefined ? target.token : call.token
  if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  if (type && !headers.has('content-type')) headers.set('content-type', type)
  const init: RequestInit = { method: endpoint.method, headers, redirect: 'manual' }
  if (body !== undefined) init.body = body
  if (call.signal) init.signal = call.signal
  return [addressOf(endpoint, call, target), init]
}

const isJson = ({ headers }: Response): boolean =>
  /^application\/(?:[\w.+-]+\+)?json/i.test(headers.get('content-type') ?? '')

/** Reads a reply: JSON as a value, an empty body as null, other content with the function `other`. */
export const readResult = async (
  response: Response,
  other: (response: Response) => Promise<unknown>,
): Promise<Result> => {
  const { status, headers } = response
  if (!isJson(response)) {
    const content = await other(response)
    return { status, headers, body: isEmpty(content) ? null : content }
  }
  const text = await response.text()
  return { status, headers, body: text === '' ? null : JSON.parse(text) }
}

const isEmpty = (content: unknown): boolean =>
  content === '' || (content instanceof Blob && content.size === 0 && content.type === '')

/**
 * Calls an endpoint once, without types, retries or a login session; content other than JSON is read as text. Returns
 * error replies too; throws only when a path parameter is missing or there is no reply.
 */
export const callOnce = async (
  endpoint: Endpoint,
  call: RawCall,
  target: Target & { readonly fetch?: typeof fetch },
): Promise<Result> =>
  readResult(await (target.fetch ?? fetch)(...requestOf(endpoint, call, target)), (response) =>
    response.text(),
  )
