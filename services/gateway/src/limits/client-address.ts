import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Socket } from 'node:net'
import { isNetwork, limitKey, networkMatcher } from '@wp/kernel'

/**
 * The client's address. Behind a trusted proxy, it and `isSecure` come from the proxy's headers. Limits count by
 * `limitKey`.
 */
export type ClientAddress = { address: string; isSecure: boolean; limitKey: string }

export type AddressReader = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => ClientAddress

/**
 * Returns a function that reads a request's client address: the address of the connection or, if that is a trusted
 * proxy, the rightmost untrusted address in X-Forwarded-For (the first one if all are trusted). Throws for an invalid
 * network.
 */
export const addressReader = (trustedProxies: string[]): AddressReader => {
  const isTrusted = isTrustedProxy(trustedProxies)
  const known = new WeakMap<Socket, ClientAddress>()
  const direct = (socket: Socket): ClientAddress => {
    let found = known.get(socket)
    if (!found) {
      found = toClientAddress(peerAddress(socket), 'encrypted' in socket)
      known.set(socket, found)
    }
    return found
  }
  if (trustedProxies.length === 0) return (request) => direct(request.socket)
  return (request) => {
    const peer = direct(request.socket)
    if (!isTrusted(peer.address)) return peer
    const chain = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((part) => withoutIpv6Prefix(withoutPort(part.trim())))
      .filter((part) => isIP(part) !== 0)
    const address = chain.findLast((candidate) => !isTrusted(candidate)) ?? chain[0] ?? peer.address
    return toClientAddress(address, request.headers['x-forwarded-proto'] === 'https')
  }
}

const toClientAddress = (address: string, isSecure: boolean): ClientAddress => ({
  address,
  isSecure,
  limitKey: limitKey(address),
})

/** Some proxies append the port: `192.0.2.1:4711`, or `[2001:db8::1]:4711` for IPv6. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry

const withoutIpv6Prefix = (address: string): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address

/** Returns the address of the other end of a connection. */
export const peerAddress = (socket: Socket): string => withoutIpv6Prefix(socket.remoteAddress ?? '')

/** Returns a check for addresses of trusted proxies. Throws for an invalid network. */
export const isTrustedProxy = (networks: string[]): ((address: string) => boolean) => {
  const invalid = networks.find((network) => !isNetwork(network))
  if (invalid !== undefined)
    throw new Error(`TRUSTED_PROXIES: "${invalid}" must be an address or a network such as 10.0.0.0/8`)
  return networkMatcher(networks)
}
