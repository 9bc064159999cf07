import { isIPv6 } from 'node:net'

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
