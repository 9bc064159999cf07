import { bodyLimitOf } from '@wp/http'
import type { Route } from '@wp/http'
import type { Platform } from '@wp/local-platform'

/** A prepared call of an operation. */
export type Call = {
  params?: Record<string, string>
  query?: Record<string, string>
  token?: string
  headers?: Record<string, string>
  body?: object | string | Uint8Array
  /** The expected status, or several. */
  status: number | number[]
}

/** Prepares one call, with the largest permitted input. */
export type Prepare = () => Promise<Call> | Call

/**
 * Fills the path, adds the query and sends the call to the service itself; the gateway would add its own
 * cost.
 */
export const send = async (platform: Platform, service: string, route: Route, call: Call): Promise<void> => {
  const path = route.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => call.params?.[name] ?? name)
  const query = new URLSearchParams(call.query).toString()
  const attempt = () =>
    fetch(`${platform.services[service]![0]!.http}${path}${query && `?${query}`}`, {
      method: route.method,
      redirect: 'manual',
      headers: {
        ...(route.body && { 'content-type': 'application/json' }),
        ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
        ...call.headers,
      },
      ...(call.body !== undefined && { body: toBody(route, call.body) }),
    })
  // On a busy machine, concurrent calls that change the same records may be rejected with a request to retry.
  let reply = await attempt()
  for (let repeats = 0; reply.status === 503 && repeats < 5; repeats += 1) reply = await attempt()
  const text = await reply.text()
  if (![call.status].flat().includes(reply.status))
    throw new Error(
      `${route.id} answered ${reply.status} instead of ${[call.status].flat().join(' or ')}: ${text.slice(0, 300)}`,
    )
}

/** Fills JSON up to the body limit with empty lists, which take the most memory per byte, in a field that is ignored. */
const toBody = (route: Route, body: object | string | Uint8Array): string | Uint8Array => {
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  const text = JSON.stringify(body)
  const left = bodyLimitOf(route) - Buffer.byteLength(text) - 20
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}"padding":[${'[],'.repeat(left / 3)}[]]}`
}
