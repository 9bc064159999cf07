import { lookup as systemLookup } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { Agent, buildConnector, request as send } from 'undici'
import { isPublicAddress } from './public-address.ts'

export type OutboundFailure = 'blocked' | 'timeout' | 'too-large' | 'unreachable'

/** Thrown when a call fails. The message contains no address and may be shown to users. */
export class OutboundError extends Error {
  readonly reason: OutboundFailure
  constructor(reason: OutboundFailure, message: string, options?: { cause: unknown }) {
    super(message, options)
    this.name = 'OutboundError'
    this.reason = reason
  }
}

type OutboundOptions = {
  /** Hosts, with or without a port, that may have any address: `tool.internal`, `tool.internal:8080`. */
  allowedHosts?: readonly string[]
  /** Limits the whole exchange: connecting, sending and reading the reply. */
  timeoutMs: number
  maxBytes: number
  /** Returns the first `maxBytes` of a larger reply instead of failing. */
  truncates?: boolean
  /** DNS lookup; uses the system resolver by default. */
  lookup?: LookupFunction
}

type OutboundRequest = {
  url: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

type OutboundReply = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

export type Outbound = {
  /** Returns any reply, including redirects, which are not followed. Throws OutboundError. */
  request(request: OutboundRequest): Promise<OutboundReply>
  close(): Promise<void>
}

/** Returns a client that only connects to public addresses and allowed hosts. */
export const createOutbound = ({
  allowedHosts = [],
  timeoutMs,
  maxBytes,
  truncates = false,
  lookup = systemLookup as LookupFunction,
}: OutboundOptions): Outbound => {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  const guarded = buildConnector({ timeout: timeoutMs, lookup: publicOnly(lookup) })
  const trusting = buildConnector({ timeout: timeoutMs, lookup })
  const agent = new Agent({
    connect: (options, callback) => {
      const host = options.hostname.toLowerCase()
      const port = options.port || (options.protocol === 'https:' ? '443' : '80')
      if (allowed.has(host) || allowed.has(`${host}:${port}`)) return trusting(options, callback)
      // The DNS lookup is skipped for IP addresses, so they are checked here.
      if (isIP(withoutBrackets(host)) !== 0 && !isPublicAddress(withoutBrackets(host)))
        return callback(blocked(), null)
      guarded(options, callback)
    },
  })
  return {
    request: async ({ url, method, headers, body }) => {
      if (!/^https?:\/\//i.test(url)) throw blocked()
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const reply = await send(url, { dispatcher: agent, method, headers, body, signal })
        return {
          status: reply.statusCode,
          headers: reply.headers,
          body: await readAtMost(reply.body, maxBytes, truncates),
        }
      } catch (error) {
        throw toOutboundError(error, signal)
      }
    },
    close: () => agent.destroy(),
  }
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '')

const blocked = (): OutboundError =>
  new OutboundError('blocked', 'The address is not public and its host is not allowed')

/** Fails the lookup unless all addresses are public; the connection then uses one of them. */
const publicOnly =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      if (error) return callback(error, found as string, family)
      const addresses = Array.isArray(found)
        ? (found as LookupAddress[]).map(({ address }) => address)
        : [found]
      if (addresses.length > 0 && addresses.every(isPublicAddress))
        return callback(null, found as string, family)
      callback(blocked(), [] as never, family)
    })

const readAtMost = async (
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  truncates: boolean,
): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes && truncates) {
      // Leaving the loop destroys the body and thereby closes the connection.
      chunks.push(chunk)
      return Buffer.concat(chunks, size).subarray(0, maxBytes)
    }
    if (size > maxBytes) throw new OutboundError('too-large', `The reply is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

const toOutboundError = (error: unknown, signal: AbortSignal): OutboundError => {
  if (error instanceof OutboundError) return error
  if (signal.aborted)
    return new OutboundError('timeout', 'The server did not answer in time', { cause: error })
  return new OutboundError('unreachable', 'The connection failed', { cause: error })
}
