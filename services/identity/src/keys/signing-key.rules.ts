import { accessTokenSeconds } from '@wp/auth'

export type KeyRotation = {
  /** A key is published this long before it signs, so that everybody who verifies has it by then. */
  activationMs: number
  /** A key signs this long; null: until it is rotated by hand. */
  rotationMs: number | null
}

type Key = { kid: string; activatesAt: Date; createdAt: Date }

/** Old keys stay published until the last token they signed has expired, and a little longer. */
const graceMs = (accessTokenSeconds + 600) * 1000

/** Whether the newest key has signed for long enough. */
export const isRotationDue = (newest: Key | undefined, { rotationMs }: KeyRotation, now: Date): boolean =>
  newest !== undefined && rotationMs !== null && newest.activatesAt.getTime() + rotationMs <= now.getTime()

/** The keys whose tokens are gone; `keys` the latest to sign first. */
export const expiredKeys = <K extends Key>(keys: readonly K[], now: Date): K[] => {
  const longAgo = new Date(now.getTime() - graceMs)
  return keys.filter(({ createdAt }, position) => {
    const successor = keys[position - 1]
    return successor && successor.activatesAt <= longAgo && createdAt <= longAgo
  })
}
