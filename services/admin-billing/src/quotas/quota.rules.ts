import { AppError, maxClockSkewMs } from '@wp/kernel'
import type { PlanLimits } from '../plans/plan.rules.ts'

export const quotas = ['staff', 'storage'] as const
export type Quota = (typeof quotas)[number]

/** A reservation that is neither committed nor released expires after this time. */
export const reservationMs = 15 * 60_000

/** How long a released key is remembered. It must be longer than any reserve call can take to arrive. */
export const releaseRetentionMs = 15 * 60_000

const bytesPerMb = 1024 * 1024

/** Returns the limit in the quota's unit (staff members or bytes); null means no limit. */
export const quotaLimit = (quota: Quota, { maxStaff, storageMb }: PlanLimits): number | null => {
  if (quota === 'staff') return maxStaff
  return storageMb === null ? null : Math.min(Math.floor(storageMb * bytesPerMb), Number.MAX_SAFE_INTEGER)
}

export const parseQuota = (name: string): Quota => {
  const quota = quotas.find((known) => known === name)
  if (!quota) throw new AppError('VALIDATION_FAILED', `Quota must be staff or storage, not "${name}"`)
  return quota
}

/** The change in usage for each service; negative amounts free space. */
export type ServiceAmounts = Readonly<Record<string, number>>

/** Returns the change in usage when these holds are released. */
export const releaseAmounts = (holds: readonly { service: string; amount: number }[]): ServiceAmounts => {
  const amounts: Record<string, number> = {}
  for (const { service, amount } of holds) amounts[service] = (amounts[service] ?? 0) - amount
  return amounts
}

export const addAmount = (amounts: ServiceAmounts, service: string, amount: number): ServiceAmounts => ({
  ...amounts,
  [service]: (amounts[service] ?? 0) + amount,
})

/** A committed hold has no expiry. One that ends implausibly late was made by a clock that was ahead. */
export const hasExpired = ({ expiresAt }: { expiresAt: Date | null }, now: Date): boolean =>
  expiresAt !== null &&
  (expiresAt <= now || expiresAt.getTime() - now.getTime() > reservationMs + maxClockSkewMs)

export const alreadyReleased = (): AppError =>
  new AppError('CONFLICT', 'This reservation was already released; use a new key')

export const quotaExceeded = (quota: Quota, limit: number): AppError =>
  new AppError(
    'QUOTA_EXCEEDED',
    quota === 'staff'
      ? `Your plan allows ${limit} staff members; remove one or upgrade the plan`
      : `Your storage of ${limit / bytesPerMb} MB is full; delete files or add storage`,
  )

/** Throws VALIDATION_FAILED for an invalid amount, key or service name. */
export const checkReservation = ({
  key,
  amount,
  service,
}: {
  key: string
  amount: number
  service: string
}): void => {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new AppError('VALIDATION_FAILED', `Amount must be a non-negative whole number, not ${amount}`)
  if (key === '' || key.length > 300)
    throw new AppError('VALIDATION_FAILED', 'Key must be 1 to 300 characters long')
  if (!/^[a-z]+(-[a-z]+)*$/.test(service))
    throw new AppError(
      'VALIDATION_FAILED',
      `Service must be a service name, such as finance, not "${service}"`,
    )
}
