import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@wp/kernel'
import type { Principal } from '@wp/auth'

export const subprotocol = 'wp.v1'
const tokenPrefix = 'bearer.'

export type ConnectionLimits = {
  timeToAuthenticateMs: number
  /** How often the tokens of open connections are rechecked. */
  recheckMs: number
  pingMs: number
  maxFrameBytes: number
  maxBufferedBytes: number
  /** How long a client that was disconnected for reading too slowly has to read the close reason. */
  cutAfterMs: number
  badFramesAllowed: number
  /**
   * Maximum number of frames queued before `ready`. The platform's own clients never send that many without a token.
   */
  queuedFramesAllowed: number
  channelsPerSocket: number
  messagesPerSecond: number
  socketsPerWorkspace: number
}

export const connectionLimits: ConnectionLimits = {
  timeToAuthenticateMs: 5_000,
  recheckMs: 500,
  pingMs: 30_000,
  maxFrameBytes: 64 * 1024,
  maxBufferedBytes: 1024 * 1024,
  cutAfterMs: 5_000,
  badFramesAllowed: 2,
  queuedFramesAllowed: 100,
  channelsPerSocket: 100,
  messagesPerSecond: 20,
  socketsPerWorkspace: 10_000,
}

/**
 * Returns the upgrade request's token: from `Authorization` (set by the gateway) or from the subprotocols `["wp.v1",
 * "bearer.<token>"]`. Returns null when the client will send it as its first message.
 */
export const readUpgradeToken = (headers: IncomingHttpHeaders): string | null => {
  const [scheme, token] = (headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() === 'bearer' && token) return token
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  return offered.find((name) => name.startsWith(tokenPrefix))?.slice(tokenPrefix.length) || null
}

/** Throws unless the new token belongs to the same account and workspace. */
export const requireSameCaller = (known: Principal, fresh: Principal): void => {
  const workspaceOf = (one: Principal) => (one.kind === 'workspace' ? one.workspaceId : null)
  if (known.accountId !== fresh.accountId || workspaceOf(known) !== workspaceOf(fresh))
    throw new AppError(
      'UNAUTHENTICATED',
      'The new token belongs to another account or workspace; open a new connection',
    )
}

export type Allowance = { left: number; atMs: number }

/** Uses one message of the allowance, which refills evenly. Returns null when it is used up. */
export const takeMessage = (allowance: Allowance, perSecond: number, nowMs: number): Allowance | null => {
  const earned = ((nowMs - allowance.atMs) / 1000) * perSecond
  const left = Math.min(perSecond, allowance.left + Math.max(0, earned))
  return left < 1 ? null : { left: left - 1, atMs: nowMs }
}
