import ipaddr from 'ipaddr.js'

/** Returns whether an address is reachable from the Internet, that is, not local, private or reserved. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  // `::a.b.c.d` is a deprecated notation that a gateway may translate to the IPv4 address a.b.c.d.
  return parsed.kind() === 'ipv4' || !/^(?:0:){6}/.test(parsed.toNormalizedString())
}
