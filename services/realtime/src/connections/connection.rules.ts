import type { IncomingHttpHeaders } from 'node:http'

export const subprotocol = 'wp.v1'
const tokenPrefix = 'bearer.'

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
