const senderMs = 3_600_000
const volumeMs = 300_000

/** The hour in which a sender's bytes are counted: its key, and when it ends. */
export const senderWindow = (sender: string, now: Date): { key: string; endsAt: Date } => {
  const hour = Math.floor(now.getTime() / senderMs)
  return { key: `${sender}|${hour}`, endsAt: new Date((hour + 1) * senderMs) }
}

/** The beginning of the five minutes in which everybody's bytes are counted together. */
export const volumeStart = (now: Date): Date => new Date(now.getTime() - (now.getTime() % volumeMs))

type Volume = { from: Date; bytes: number }

/**
 * What to keep so that all together stay within `maxBytes`: everything from `keptFrom` on, oldest spans going first. The
 * span that is being filled stays: what comes in is never refused for what others have sent.
 */
export const planTrim = (
  volumes: readonly Volume[],
  maxBytes: number,
  now: Date,
): { storedBytes: number; keptFrom: Date | null } => {
  const current = volumeStart(now)
  let storedBytes = volumes.reduce((sum, { bytes }) => sum + bytes, 0)
  let keptFrom: Date | null = null
  for (const { from, bytes } of volumes.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    if (storedBytes <= maxBytes || from >= current) break
    storedBytes -= bytes
    keptFrom = new Date(from.getTime() + volumeMs)
  }
  return { storedBytes, keptFrom }
}
