import ipaddr from 'ipaddr.js'

/** Whether anybody on the Internet could reach this address: nothing of ours, of this machine or of the network around it. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  // The last 32 bits of these name an IPv4 address that a gateway on the way connects to: `::a.b.c.d`, once in use.
  return parsed.kind() === 'ipv4' || !/^(?:0:){6}/.test(parsed.toNormalizedString())
}
