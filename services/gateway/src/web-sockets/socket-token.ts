import type { IncomingHttpHeaders } from 'node:http'

const protocol = 'wp.v1'
const prefix = 'bearer.'

/**
 * Browsers cannot set headers on a WebSocket, so the token arrives as the subprotocol `bearer.<token>`. Moves it to
 * `Authorization`, which logs redact, and removes unknown subprotocols.
 */
export const moveTokenToHeader = (headers: IncomingHttpHeaders): void => {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  const token = offered.find((name) => name.startsWith(prefix))?.slice(prefix.length)
  if (token) headers.authorization = `Bearer ${token}`
  if (offered.includes(protocol)) headers['sec-websocket-protocol'] = protocol
  else delete headers['sec-websocket-protocol']
}
