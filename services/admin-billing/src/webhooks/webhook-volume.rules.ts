const senderMs = 3_600_000
const volumeMs = 300_000

/** Returns the hour in which a sender's bytes are counted. */
export const senderWindow = (sender: string, now: Date): { key: string; endsAt: Date } => {
  const hour = Math.floor(now.getTime() / senderMs)
  return { key: `${sender}|${hour}`, endsAt: new Date((hour + 1) * senderMs) }
}

/** Returns the start of the five-minute window in which stored bytes are counted. */
export const volumeStart = (now: Date): Date => new Date(now.getTime() - (now.getTime() % volumeMs))

type Volume = { from: Date; bytes: number }

/**
 * Returns the time from which to keep webhooks so that they stay within `maxBytes`, or null when none must be removed,
 * and the bytes that then remain. The current five minutes are always kept, so that one sender cannot displace another
 * sender's latest webhooks.
 */
export const planTrim = (
  volumes: readonly Volume[],
  maxBytes: number,
  now: Date,
): { storedBytes: number; retainedFrom: Date | null } => {
  const current = volumeStart(now)
  let storedBytes = volumes.reduce((sum, { bytes }) => sum + bytes, 0)
  let retainedFrom: Date | null = null
  for (const { from, bytes } of volumes.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    if (storedBytes <= maxBytes || from >= current) break
    storedBytes -= bytes
    retainedFrom = new Date(from.getTime() + volumeMs)
  }
  return { storedBytes, retainedFrom }
}
