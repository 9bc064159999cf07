import { createHash } from 'node:crypto'
import type { Id } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import {
  accountMailLimit,
  addressGroup,
  failureWindowMs,
  phoneStartGap,
  phoneStartLimit,
  smsLimit,
} from './login-limit.rules.ts'

type ThrottleDeps = Pick<IdentityDeps, 'throttles'>
export type SmsLimitDeps = ThrottleDeps & Pick<IdentityDeps, 'messageLimits'>
export type LoginLimitDeps = ThrottleDeps & Pick<IdentityDeps, 'loginLimits'>

/** Before a password is compared; RATE_LIMITED when too many were wrong. */
export const reservePassword = ({ throttles, loginLimits }: LoginLimitDeps, email: string, ip: string) => {
  const address = addressGroup(ip)
  const shared = { windowMs: failureWindowMs, waits: true }
  return throttles.reserve([
    { key: `${pairKey(email)}${address}`, max: loginLimits.perAccountAndAddress, ...shared },
    { key: accountKey(email), max: loginLimits.perAccount, ...shared },
    { key: `login/address/${address}`, max: loginLimits.perAddress, ...shared },
  ])
}

/** Before a second-factor code is compared. */
export const reserveCode = ({ throttles, loginLimits }: LoginLimitDeps, accountId: Id) =>
  throttles.reserve([
    { key: codesKey(accountId), max: loginLimits.wrongCodesPerAccount, windowMs: failureWindowMs },
  ])

/** Before an SMS is sent: by account, number and address of the caller, and in all. */
export const countSms = (
  { throttles, messageLimits }: SmsLimitDeps,
  { accountId, phone, ip }: { accountId: Id; phone: string; ip: string },
) =>
  throttles.count([
    { key: `sms/account/${accountId}`, ...smsLimit },
    { key: `sms/number/${toHash(phone)}`, ...smsLimit },
    { key: `sms/address/${addressGroup(ip)}`, ...smsLimit, max: messageLimits.smsPerAddress },
    { key: 'sms/all', ...smsLimit, max: messageLimits.smsInAll },
  ])

/** Before the code that enrols a phone is sent. */
export const countPhoneStart = ({ throttles }: ThrottleDeps, accountId: Id) =>
  throttles.count([
    { key: `phone-start/gap/${accountId}`, ...phoneStartGap },
    { key: `phone-start/account/${accountId}`, ...phoneStartLimit },
  ])

/** Before the mail that resets a password is sent. */
export const countForgotPassword = ({ throttles }: ThrottleDeps, email: string) =>
  throttles.count([{ key: `forgot/account/${toHash(email)}`, ...accountMailLimit }])

/** Before the mail that verifies an address is sent again. */
export const countVerification = ({ throttles }: ThrottleDeps, accountId: Id) =>
  throttles.count([{ key: `verify/account/${accountId}`, ...accountMailLimit }])

/** Before a bootstrap token is compared. */
export const reserveBootstrap = ({ throttles, loginLimits }: LoginLimitDeps, ip: string) =>
  throttles.reserve([
    {
      key: `bootstrap/address/${addressGroup(ip)}`,
      max: loginLimits.bootstrapPerAddress,
      windowMs: failureWindowMs,
      waits: true,
    },
  ])

/** Whoever proved to own the account in another way starts afresh. */
export const clearFailures = async (
  { throttles }: ThrottleDeps,
  email: string,
  accountId: Id,
): Promise<void> => {
  await throttles.clear([accountKey(email), codesKey(accountId)])
  await throttles.clearStartingWith(pairKey(email))
}

/** Accounts are counted by their email, so that one that does not exist is counted alike. */
const accountKey = (email: string) => `login/account/${toHash(email)}`
const pairKey = (email: string) => `login/pair/${toHash(email)}/`
const codesKey = (accountId: Id) => `mfa/account/${accountId}`

export const toHash = (text: string): string => createHash('sha256').update(text).digest('base64url')
