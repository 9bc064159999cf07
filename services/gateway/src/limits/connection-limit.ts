import type { Socket } from 'node:net'
import { endWithReply, toFailure } from '@wp/http'
import { limitKey } from '@wp/kernel'
import { anonymousCaller } from './caller.ts'
import { isTrustedProxy, peerAddress } from './client-address.ts'
import { shareError, Shares, type ShareLimit } from './shares.ts'

/**
 * Returns how many connections of callers the gateway accepts. Half of its file descriptors are for connections to
 * services: without descriptors, it could only close connections, and callers would get no answer.
 */
export const limitConnections = (setting: number, descriptors: number): number =>
  Math.max(1, Math.min(setting, Math.floor(descriptors / 2)))

/**
 * Rejects connections above the limit, in total and per address. Connections from trusted proxies are limited only in
 * total, because they carry the requests of many clients.
 */
export const connectionLimit = (limit: ShareLimit, trustedProxies: string[]) => {
  const isTrusted = isTrustedProxy(trustedProxies)
  const connections = new Shares(limit)
  return (socket: Socket): void => {
    const address = peerAddress(socket)
    const caller = anonymousCaller(limitKey(address))
    const exceeded = connections.exceeded(caller)
    if (exceeded === 'total' || (exceeded === 'share' && !isTrusted(address))) {
      const { status, headers, body } = toFailure(shareError(exceeded))
      return endWithReply(socket, status, headers ?? {}, body)
    }
    connections.add(caller)
    socket.once('close', () => connections.remove(caller))
  }
}
