import { isIPv4 } from 'node:net'

/**
 * What grpc-js dials: `host:port`, several IPv4 `a:1,b:2`, or a whole target such as `dns:///name:port`.
 * Throws on several host names: a DNS name that lists all replicas is the way there.
 */
export const dialTarget = (addresses: string): string => {
  const text = addresses.trim()
  if (/^[a-z0-9]+:\/\//.test(text) || text.startsWith('ipv4:') || text.startsWith('ipv6:')) return text
  const list = text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  const wrong = list.find((address) => !/:\d{1,5}$/.test(address))
  if (list.length === 0 || wrong !== undefined) {
    throw new Error(
      `"${wrong ?? addresses}" is no gRPC address; write host:port, 10.0.0.1:1,10.0.0.2:1 or dns:///name:port`,
    )
  }
  if (list.every((address) => isIPv4(address.slice(0, address.lastIndexOf(':')))))
    return `ipv4:${list.join(',')}`
  if (list.length === 1) return `dns:///${list[0]}`
  throw new Error(`"${addresses}": several gRPC addresses must be IPv4; for names use dns:///name:port`)
}
