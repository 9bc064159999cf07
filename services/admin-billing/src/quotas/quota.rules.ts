import { AppError } from '@wp/kernel'
import type { PlanLimits } from '../plans/plan.rules.ts'

export const quotas = ['staff', 'storage'] as const
export type Quota = (typeof quotas)[number]

/** A reservation that is neither committed nor released lapses after this. */
export const reservationMs = 15 * 60_000

/** A key that was released stays known for so long: longer than any call that was made before can be on its way. */
export const releaseKeptMs = 15 * 60_000

const bytesPerMb = 1024 * 1024

/** The limit of a quota in its own unit (members, bytes); null means none. */
export const quotaLimit = (quota: Quota, limits: PlanLimits): number | null =>
  quota === 'staff' ? limits.maxStaff : limits.storageMb === null ? null : limits.storageMb * bytesPerMb

/** The quota of this name; VALIDATION_FAILED for any other word. */
export const toQuota = (word: string): Quota => {
  const quota = quotas.find((known) => known === word)
  if (!quota) throw new AppError('VALIDATION_FAILED', `"${word}" is no quota: it is staff or storage`)
  return quota
}

/** How much each service uses more, or less. */
export type ServiceAmounts = Readonly<Record<string, number>>

/** What is used less when these are given back. */
export const releaseAmounts = (holds: readonly { service: string; amount: number }[]): ServiceAmounts => {
  const amounts: Record<string, number> = {}
  for (const { service, amount } of holds) amounts[service] = (amounts[service] ?? 0) - amount
  return amounts
}

export const addAmount = (amounts: ServiceAmounts, service: string, amount: number): ServiceAmounts => ({
  ...amounts,
  [service]: (amounts[service] ?? 0) + amount,
})

/** A reservation that was not committed in time holds nothing any more. */
export const hasLapsed = ({ expiresAt }: { expiresAt: Date | null }, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now

/** What arrives after its release: nobody waits for it any more. */
export const alreadyReleased = (): AppError =>
  new AppError('CONFLICT', 'This reservation was released before it arrived: a new one needs a new key')

/** What a person reads who has reached a limit. */
export const quotaExceeded = (quota: Quota, limit: number): AppError =>
  new AppError(
    'QUOTA_EXCEEDED',
    quota === 'staff'
      ? `The plan allows ${limit} staff members: remove one or choose a larger plan`
      : `The storage of ${limit / bytesPerMb} MB is full: delete files or add storage`,
  )

/** Refuses what cannot be held: an amount that is no whole number, no key, a service whose name is none. */
export const checkHolder = ({
  key,
  amount,
  service,
}: {
  key: string
  amount: number
  service: string
}): void => {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new AppError('VALIDATION_FAILED', `An amount must be a whole number from 0, not ${amount}`)
  if (key === '' || key.length > 300)
    throw new AppError('VALIDATION_FAILED', 'A key must have 1 to 300 characters')
  if (!/^[a-z]+(-[a-z]+)*$/.test(service))
    throw new AppError('VALIDATION_FAILED', `"${service}" is no name of a service, such as finance`)
}
