import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Id } from '@wp/kernel'
import type { Limit, ThrottleStore } from './throttle.store.ts'

/** The most wrong attempts in 15 minutes. */
export type LoginLimits = {
  perAccountAndAddress: number
  perAccount: number
  perAddress: number
  wrongCodesPerAccount: number
}

const windowMs = 15 * 60_000
const hourMs = 60 * 60_000

/** Addresses are counted one by one in IPv4 and by /64 in IPv6, where a household has 2^64 of them. */
export const addressGroup = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (!isIPv6(ip)) return ip
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

/** Accounts are counted by their email, so that one that does not exist is counted alike. */
const markOf = (email: string): string => createHash('sha256').update(email).digest('base64url')

export const loginLimits = (throttles: ThrottleStore, limits: LoginLimits) => {
  const accountKey = (email: string) => `login/account/${markOf(email)}`
  const pairKey = (email: string) => `login/pair/${markOf(email)}/`
  const codesKey = (accountId: Id) => `mfa/account/${accountId}`

  return {
    /** Before a password is looked at; RATE_LIMITED when too many were wrong. */
    holdPassword: (email: string, ip: string) => {
      const address = addressGroup(ip)
      const isPatient = true
      const wanted: Limit[] = [
        { key: `${pairKey(email)}${address}`, max: limits.perAccountAndAddress, windowMs, isPatient },
        { key: accountKey(email), max: limits.perAccount, windowMs, isPatient },
        { key: `login/address/${address}`, max: limits.perAddress, windowMs, isPatient },
      ]
      return throttles.hold(wanted)
    },

    /** Before a second-factor code is looked at. */
    holdCode: (accountId: Id) =>
      throttles.hold([{ key: codesKey(accountId), max: limits.wrongCodesPerAccount, windowMs }]),

    /** Before an SMS is sent: they cost money, and nobody wants to be flooded with them. */
    countSms: (accountId: Id, phone: string) =>
      throttles.count([
        { key: `sms/account/${accountId}`, max: 20, windowMs: hourMs },
        { key: `sms/number/${markOf(phone)}`, max: 20, windowMs: hourMs },
      ]),

    /** Before the code that enrols a phone is sent: once and three times again in 15 minutes, 60 s apart. */
    countPhoneStart: (accountId: Id) =>
      throttles.count([
        { key: `phone-start/gap/${accountId}`, max: 1, windowMs: 60_000 },
        { key: `phone-start/account/${accountId}`, max: 4, windowMs },
      ]),

    countForgot: (email: string) =>
      throttles.count([{ key: `forgot/account/${markOf(email)}`, max: 3, windowMs }]),

    /** Whoever proved to own the account in another way starts afresh. */
    forgive: async (email: string, accountId: Id): Promise<void> => {
      await throttles.clear([accountKey(email), codesKey(accountId)])
      await throttles.clearStartingWith(pairKey(email))
    },
  }
}
export type LoginLimiter = ReturnType<typeof loginLimits>
