import { AppError } from '@wp/kernel'

/** The limits of callbacks in one time window. */
export type CallbackLimit = { windowMs: number; updates: number; bytes: number }
export type CallbackLimits = { job: CallbackLimit; workspace: CallbackLimit }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const mebibyte = 1024 * 1024

export const callbackLimitsOf = (config: {
  callbacksPerJob: number
  callbackMbPerJob: number
  callbacksPerWorkspace: number
  callbackMbPerWorkspace: number
}): CallbackLimits => ({
  job: { windowMs: hourMs, updates: config.callbacksPerJob, bytes: config.callbackMbPerJob * mebibyte },
  workspace: {
    windowMs: dayMs,
    updates: config.callbacksPerWorkspace,
    bytes: config.callbackMbPerWorkspace * mebibyte,
  },
})

export const windowStart = ({ windowMs }: CallbackLimit, now: Date): Date =>
  new Date(Math.floor(now.getTime() / windowMs) * windowMs)

/** Throws RATE_LIMITED when a window's updates, including the newest, exceed its limit. */
export const checkUse = (
  { windowMs, updates, bytes }: CallbackLimit,
  used: { startsAt: Date; updates: number; bytes: number },
  owner: 'job' | 'workspace',
  now: Date,
): void => {
  if (used.updates <= updates && used.bytes <= bytes) return
  const retryAfterSeconds = Math.ceil((used.startsAt.getTime() + windowMs - now.getTime()) / 1000)
  throw new AppError(
    'RATE_LIMITED',
    `This ${owner} has received too many progress updates; try again later`,
    {
      retryAfterSeconds,
    },
  )
}
