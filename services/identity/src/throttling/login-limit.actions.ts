import { createHash } from 'node:crypto'
import type { Id } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import {
  addressGroup,
  failureWindowMs,
  forgotPasswordLimit,
  phoneStartGap,
  phoneStartLimit,
  smsLimit,
} from './login-limit.rules.ts'

type ThrottleDeps = Pick<IdentityDeps, 'throttles'>
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

/** Before an SMS is sent. */
export const countSms = ({ throttles }: ThrottleDeps, accountId: Id, phone: string) =>
  throttles.count([
    { key: `sms/account/${accountId}`, ...smsLimit },
    { key: `sms/number/${toHash(phone)}`, ...smsLimit },
  ])

/** Before the code that enrols a phone is sent. */
export const countPhoneStart = ({ throttles }: ThrottleDeps, accountId: Id) =>
  throttles.count([
    { key: `phone-start/gap/${accountId}`, ...phoneStartGap },
    { key: `phone-start/account/${accountId}`, ...phoneStartLimit },
  ])

/** Before the mail that resets a password is sent. */
export const countForgotPassword = ({ throttles }: ThrottleDeps, email: string) =>
  throttles.count([{ key: `forgot/account/${toHash(email)}`, ...forgotPasswordLimit }])

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

const toHash = (text: string): string => createHash('sha256').update(text).digest('base64url')
