import { BlockList, isIP, isIPv6 } from 'node:net'

/** Returns the rate-limit key for an IP address: the IPv4 address itself, or the /64 network of an IPv6 address. */
export const limitKey = (address: string): string => (isIPv6(address) ? toNetwork64(address) : address)

const toNetwork64 = (address: string): string => {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Returns whether the text is an IP address or a network such as `10.0.0.0/8` or `2001:db8::/32`. */
export const isNetwork = (text: string): boolean => parseNetwork(text) !== null

/** Returns a check for addresses in the given networks. Throws for an invalid network. */
export const networkMatcher = (networks: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const text of networks) {
    const network = parseNetwork(text)
    if (!network) throw new Error(`"${text}" must be an address or a network such as 10.0.0.0/8`)
    list.addSubnet(network.address, network.bits, network.family)
  }
  return (address) => {
    const [plain = ''] = address.split('%')
    return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}

type Network = { address: string; bits: number; family: 'ipv4' | 'ipv6' }

const parseNetwork = (text: string): Network | null => {
  const [address = '', length, ...rest] = text.split('/')
  // An address with a zone, such as fe80::1%eth0, is valid only on one machine.
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return null
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  const longest = family === 'ipv6' ? 128 : 32
  if (length !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(length)) return null
  const bits = length === undefined ? longest : Number(length)
  return bits <= longest ? { address, bits, family } : null
}
