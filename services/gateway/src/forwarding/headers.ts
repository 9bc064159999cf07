import type { IncomingHttpHeaders } from 'node:http'
import type { RequestOrigin } from '../request-state.ts'

/** Hop-by-hop headers (see RFC 9110, 7.6.1), which apply to a single connection and are never forwarded. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
])

/** Headers that the gateway replaces with its own value or removes. */
const ownHeaders = new Set(['host', 'expect', 'content-length', 'forwarded', 'x-request-id', 'via'])

// Headers that some servers trust to identify the caller, its address or the target.
const spoofable =
  /^(?:x-(?:forwarded|real-ip|client-ip|cluster-client-ip|original|rewrite|http-method|method-override|user|account|workspace|tenant|principal|role|permission|admin|auth|identity|internal|wp)(?:$|-)|x-(?:forwarded|original)|true-client-ip|cf-connecting-ip|fastly-client-ip|x-http-method$|x-userid|x-accountid)/

const forwardedNames = new Map<string, boolean>()
const maxRememberedNames = 1000

/**
 * Returns whether a request header is forwarded to a service. Hop-by-hop headers are not, and neither are headers
 * that the gateway sets itself or that could impersonate the gateway or another caller.
 */
export const isForwarded = (name: string): boolean => {
  const known = forwardedNames.get(name)
  if (known !== undefined) return known
  const isAllowed = !hopByHop.has(name) && !ownHeaders.has(name) && !spoofable.test(name)
  if (forwardedNames.size < maxRememberedNames) forwardedNames.set(name, isAllowed)
  return isAllowed
}

/** Returns the headers to send to the service as a flat list of names and values. */
export const requestHeaders = (headers: IncomingHttpHeaders, origin: RequestOrigin): string[] => {
  const list: string[] = []
  const named =
    headers.connection === undefined || headers.connection === 'keep-alive'
      ? null
      : namedHeaders(headers.connection)
  for (const name in headers) {
    if (!isForwarded(name) || named?.has(name)) continue
    if (name === 'traceparent' && origin.traceparent !== undefined) continue
    const value = headers[name]
    if (typeof value === 'string') list.push(name, value)
    else if (value) for (const item of value) list.push(name, item)
  }
  if (origin.traceparent !== undefined) list.push('traceparent', origin.traceparent)
  list.push('x-request-id', origin.requestId, 'x-forwarded-for', origin.address)
  // Services find replicas by another header, so they get the host that the caller requested.
  if (headers.host !== undefined) list.push('host', headers.host)
  return list
}

/** Adds the headers of a service's reply to a list, except hop-by-hop headers and those in `isSet`. */
export const addReplyHeaders = (
  list: (string | number)[],
  headers: IncomingHttpHeaders,
  isSet: ReadonlySet<string>,
): void => {
  const named =
    headers.connection === undefined || headers.connection === 'keep-alive'
      ? null
      : namedHeaders(headers.connection)
  for (const name in headers) {
    if (hopByHop.has(name) || isSet.has(name) || named?.has(name)) continue
    const value = headers[name]
    if (typeof value === 'string') list.push(name, value)
    else if (value) for (const item of value) list.push(name, item)
  }
}

// Headers named in `Connection` must not be forwarded, but a caller cannot remove headers that services need this
// way.
const namedHeaders = (connection: string): Set<string> =>
  new Set(
    connection
      .toLowerCase()
      .split(',')
      .map((token) => token.trim())
      .filter((token) => token !== 'authorization' && token !== 'content-type'),
  )
