import { lookup as systemLookup } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { Agent, buildConnector, request as send } from 'undici'
import { isPublicAddress } from './public-address.ts'

export type OutboundFailure = 'blocked' | 'timeout' | 'too-large' | 'unreachable'

/** A call that got no answer, and why; the message holds no address and may be shown. */
export class OutboundError extends Error {
  readonly reason: OutboundFailure
  constructor(reason: OutboundFailure, message: string, options?: { cause: unknown }) {
    super(message, options)
    this.name = 'OutboundError'
    this.reason = reason
  }
}

type OutboundOptions = {
  /** Hosts, with or without a port, that are trusted wherever they are: `tool.internal`, `tool.internal:8080`. */
  allowedHosts?: readonly string[]
  /** For the whole exchange. */
  timeoutMs: number
  /** Of a reply's body. */
  maxBytes: number
  /** How names are resolved; the system's by default. */
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
  /** Any status is an answer, redirects too: they are not followed. Fails with OutboundError. */
  request(request: OutboundRequest): Promise<OutboundReply>
  close(): Promise<void>
}

/** Calls to addresses outside; only public ones, and hosts that are listed, checked when the connection is made. */
export const createOutbound = ({
  allowedHosts = [],
  timeoutMs,
  maxBytes,
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
      // A literal address is never looked up, so it is looked at here.
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
          body: await readAtMost(reply.body, maxBytes),
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
  new OutboundError('blocked', 'The address is not public, and its host is not among those that are allowed')

/** Gives an answer on only if every address in it is public: the connection goes to one of these and no other. */
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

const readAtMost = async (body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new OutboundError('too-large', `The answer is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

const toOutboundError = (error: unknown, signal: AbortSignal): OutboundError => {
  if (error instanceof OutboundError) return error
  if (signal.aborted) return new OutboundError('timeout', 'There was no answer in time', { cause: error })
  return new OutboundError('unreachable', 'The connection failed', { cause: error })
}
