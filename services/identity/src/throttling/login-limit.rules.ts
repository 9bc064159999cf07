/** The most wrong attempts in 15 minutes. */
export type LoginLimits = {
  perAccountAndAddress: number
  perAccount: number
  perAddress: number
  wrongCodesPerAccount: number
  bootstrapPerAddress: number
}

/** The most messages that others can make us send: invitations an hour and a day, SMS an hour. */
export type MessageLimits = {
  invitationsPerRecipient: number
  invitationsPerWorkspace: number
  smsPerAddress: number
  smsInAll: number
}

const minuteMs = 60_000
export const failureWindowMs = 15 * minuteMs

export const invitationHourMs = 60 * minuteMs
export const invitationDayMs = 24 * 60 * minuteMs
/** SMS cost money, and nobody wants to be flooded with them. */
export const smsLimit = { max: 20, windowMs: 60 * minuteMs }
/** The code that enrols a phone: once and three times again in 15 minutes, 60 s apart. */
export const phoneStartLimit = { max: 4, windowMs: 15 * minuteMs }
export const phoneStartGap = { max: 1, windowMs: minuteMs }
/** Mails that anybody can make us send to one address. */
export const accountMailLimit = { max: 3, windowMs: 15 * minuteMs }

/** Addresses are counted one by one in IPv4 and by /64 in IPv6, where a household has 2^64 of them. */
export const addressGroup = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (!ip.includes(':')) return ip
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = ip.includes('::') ? [...before, ...zeros, ...after] : before
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
