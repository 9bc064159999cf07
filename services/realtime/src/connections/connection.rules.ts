import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@wp/kernel'
import type { Principal } from '@wp/auth'

export const subprotocol = 'wp.v1'
const tokenPrefix = 'bearer.'

/** What one client may cost, and when it is given up. */
export type ConnectionLimits = {
  timeToAuthenticateMs: number
  /** How often tokens are looked at again. */
  recheckMs: number
  pingMs: number
  maxFrameBytes: number
  maxBufferedBytes: number
  /** How long a client that is cut may take to read why. */
  cutAfterMs: number
  badFramesAllowed: number
  /** Frames that may wait for `ready`; a client that sends more before it has said who it is is not one of ours. */
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
 * The token that came with the upgrade: from `Authorization` (where the gateway puts it), or from the subprotocol pair
 * `["wp.v1", "bearer.<token>"]`; null when the client will send it as its first message.
 */
export const readUpgradeToken = (headers: IncomingHttpHeaders): string | null => {
  const [scheme, token] = (headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() === 'bearer' && token) return token
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  return offered.find((name) => name.startsWith(tokenPrefix))?.slice(tokenPrefix.length) || null
}

/** Whether a page of this origin may connect. Browsers always name it, and a page cannot change it; others name none. */
export const isAllowedOrigin = (origin: string | undefined, allowed: readonly string[]): boolean =>
  origin === undefined || allowed.includes(origin)

/** An origin as browsers write it. Throws for what is no address. */
export const toOrigin = (address: string): string => new URL(address).origin

/** The fresh token has to be the same person's, in the same workspace. */
export const requireSameCaller = (known: Principal, fresh: Principal): void => {
  const workspaceOf = (one: Principal) => (one.kind === 'workspace' ? one.workspaceId : null)
  if (known.accountId !== fresh.accountId || workspaceOf(known) !== workspaceOf(fresh))
    throw new AppError(
      'UNAUTHENTICATED',
      'The fresh token is for another account or workspace: connect anew with it',
    )
}

export type Allowance = { left: number; atMs: number }

/** Takes one of so many messages a second; they come back evenly. Null when none is left. */
export const takeMessage = (allowance: Allowance, perSecond: number, nowMs: number): Allowance | null => {
  const earned = ((nowMs - allowance.atMs) / 1000) * perSecond
  const left = Math.min(perSecond, allowance.left + Math.max(0, earned))
  return left < 1 ? null : { left: left - 1, atMs: nowMs }
}
