import { createHash } from 'node:crypto'
import type { Id } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import {
  accountMailLimit,
  toAddressGroup,
  failureWindowMs,
  phoneStartGap,
  phoneStartLimit,
  smsLimit,
} from './login-limit.rules.ts'

/** Call this before comparing a password. Throws RATE_LIMITED after too many wrong ones. */
export const reservePassword = ({ throttles, loginLimits }: IdentityDeps, email: string, ip: string) => {
  const address = toAddressGroup(ip)
  const shared = { windowMs: failureWindowMs, waits: true }
  return throttles.reserve([
    { key: `${pairKey(email)}${address}`, max: loginLimits.perAccountAndAddress, ...shared },
    { key: accountKey(email), max: loginLimits.perAccount, ...shared },
    { key: `login/address/${address}`, max: loginLimits.perAddress, ...shared },
  ])
}

/** Call this before comparing a second-factor code. */
export const reserveCode = ({ throttles, loginLimits }: IdentityDeps, accountId: Id) =>
  throttles.reserve([
    { key: codesKey(accountId), max: loginLimits.wrongCodesPerAccount, windowMs: failureWindowMs },
  ])

/** Counts an SMS per account, phone number and caller IP address, and in total. */
export const countSms = (
  { throttles, messageLimits }: IdentityDeps,
  { accountId, phone, ip }: { accountId: Id; phone: string; ip: string },
) =>
  throttles.count([
    { key: `sms/account/${accountId}`, ...smsLimit },
    { key: `sms/number/${toHash(phone)}`, ...smsLimit },
    { key: `sms/address/${toAddressGroup(ip)}`, ...smsLimit, max: messageLimits.smsPerAddress },
    { key: 'sms/all', ...smsLimit, max: messageLimits.smsInAll },
  ])

export const countPhoneStart = ({ throttles }: IdentityDeps, accountId: Id) =>
  throttles.count([
    { key: `phone-start/gap/${accountId}`, ...phoneStartGap },
    { key: `phone-start/account/${accountId}`, ...phoneStartLimit },
  ])

export const countForgotPassword = ({ throttles }: IdentityDeps, email: string) =>
  throttles.count([{ key: `forgot/account/${toHash(email)}`, ...accountMailLimit }])

export const countVerification = ({ throttles }: IdentityDeps, accountId: Id) =>
  throttles.count([{ key: `verify/account/${accountId}`, ...accountMailLimit }])

/** Call this before comparing a bootstrap token. */
export const reserveBootstrap = ({ throttles, loginLimits }: IdentityDeps, ip: string) =>
  throttles.reserve([
    {
      key: `bootstrap/address/${toAddressGroup(ip)}`,
      max: loginLimits.bootstrapPerAddress,
      windowMs: failureWindowMs,
      waits: true,
    },
  ])

/** Clears the failed attempts of an account whose owner was identified by other means. */
export const clearFailures = async (
  { throttles }: IdentityDeps,
  email: string,
  accountId: Id,
): Promise<void> => {
  await throttles.clear([accountKey(email), codesKey(accountId)])
  await throttles.clearStartingWith(pairKey(email))
}

/** Counts by email instead of account id, so that the same limit applies to unknown emails. */
const accountKey = (email: string) => `login/account/${toHash(email)}`
const pairKey = (email: string) => `login/pair/${toHash(email)}/`
const codesKey = (accountId: Id) => `mfa/account/${accountId}`

export const toHash = (text: string): string => createHash('sha256').update(text).digest('base64url')
