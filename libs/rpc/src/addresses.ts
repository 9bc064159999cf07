import { isIP } from 'node:net'

/**
 * Returns a grpc-js target for each address: `host:port`, several as `a:1,b:2`, or full targets such as
 * `dns:///name:port`. Throws when the list is empty or an address has no port.
 */
export const dialTargets = (addresses: string): string[] => {
  const list = addresses
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  const wrong = list.find((address) => !/:\d{1,5}$/.test(address))
  if (list.length === 0 || wrong !== undefined) {
    throw new Error(
      `"${wrong ?? addresses}" is not a gRPC address; use host:port, several separated by commas, or dns:///name:port`,
    )
  }
  return list.map((address) => (hasScheme(address) ? address : toTarget(...splitPort(address))))
}

/** Returns the host and port of a DNS target, which may have several addresses, or null for other targets. */
export const toDnsName = (target: string): { host: string; port: string } | null => {
  const address = /^dns:\/\/\/(.+)$/.exec(target)?.[1]
  if (address === undefined) return null
  const [host, port] = splitPort(address)
  return isIP(host) === 0 ? { host, port } : null
}

export const toTarget = (host: string, port: string): string => {
  const kind = isIP(host.replace(/^\[|\]$/g, ''))
  if (kind === 4) return `ipv4:${host}:${port}`
  if (kind === 6) return `ipv6:[${host.replace(/^\[|\]$/g, '')}]:${port}`
  return `dns:///${host}:${port}`
}

const hasScheme = (address: string): boolean => /^([a-z0-9]+:\/\/|ipv[46]:)/.test(address)

const splitPort = (address: string): [string, string] => {
  const colon = address.lastIndexOf(':')
  return [address.slice(0, colon), address.slice(colon + 1)]
}
