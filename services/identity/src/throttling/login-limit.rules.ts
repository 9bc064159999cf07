/** Each limit is the maximum number of wrong attempts in 15 minutes. */
export type LoginLimits = {
  perAccountAndAddress: number
  perAccount: number
  perAddress: number
  wrongCodesPerAccount: number
  bootstrapPerAddress: number
}

/** The maximum number of messages: invitations per recipient per hour and per workspace per day, and SMS per hour. */
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
/** SMS are limited because they cost money and annoy recipients. */
export const smsLimit = { max: 20, windowMs: 60 * minuteMs }
/** Limits the codes sent to enroll a phone: at most four in 15 minutes, and one per minute. */
export const phoneStartLimit = { max: 4, windowMs: 15 * minuteMs }
export const phoneStartGap = { max: 1, windowMs: minuteMs }
/** Limits password reset emails per address, and verification emails per account. */
export const accountMailLimit = { max: 3, windowMs: 15 * minuteMs }

/** Groups IPv6 addresses by /64, because one household usually has a whole /64 network. */
export const toAddressGroup = (ip: string): string => {
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
