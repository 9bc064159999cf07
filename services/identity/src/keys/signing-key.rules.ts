import { accessTokenSeconds } from '@wp/auth'

export type KeyRotation = {
  /** How long a key is published before it signs tokens, so that all verifiers have it by then. */
  activationMs: number
  /** How long after a key's activation the next key is created; null means only manually. */
  rotationMs: number | null
}

type Key = { kid: string; activatesAt: Date; createdAt: Date }

/** An old key stays published slightly longer than the last token it signed remains valid. */
const graceMs = (accessTokenSeconds + 600) * 1000

export const isRotationDue = (newest: Key | undefined, { rotationMs }: KeyRotation, now: Date): boolean =>
  newest !== undefined && rotationMs !== null && newest.activatesAt.getTime() + rotationMs <= now.getTime()

/** Returns the keys whose tokens have all expired. `keys` must be sorted by activation time, latest first. */
export const expiredKeys = <K extends Key>(keys: readonly K[], now: Date): K[] => {
  const graceStart = new Date(now.getTime() - graceMs)
  return keys.filter(({ createdAt }, position) => {
    const successor = keys[position - 1]
    return successor && successor.activatesAt <= graceStart && createdAt <= graceStart
  })
}
