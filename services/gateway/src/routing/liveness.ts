/** Knows which replicas are there, from what the bucket of manifests shows. */
export type Liveness = {
  /** The bucket shows these keys, each written at this time by the clock of NATS. */
  setShown(writtenAt: ReadonlyMap<string, Date>): void
  /** Somebody else answers at the address of this one. */
  drop(key: string): void
  readonly isLive: (key: string) => boolean
}

/** Services renew their manifests every 5 s; three renewals missed, and a replica is out. */
export const leaseMs = 15_000
/** What passes between two signs of the bucket counts for no more than this: a silence says nothing about the replicas. */
const maxStepMs = 6000

/**
 * A replica is there while its manifest is renewed. Time is what the bucket shows to have passed, by the clock of NATS
 * alone: while it is silent (NATS away, frozen, starting) no time passes, everybody stays, and connections decide. A
 * manifest taken out is a goodbye, unless several go at once or the last one does: then NATS has lost its data, and they
 * get a lease to come back. `lastRun` are those of the last run, who stay until the bucket shows somebody.
 */
export const liveness = (lastRun: Iterable<string>): Liveness => {
  let shown: ReadonlyMap<string, Date> | null = null
  let passedMs = 0
  let newestMs = 0
  let renewedAt = new Map([...lastRun].map((key) => [key, 0]))
  const dropped = new Set<string>()

  const isLive = (key: string): boolean => {
    const renewed = renewedAt.get(key)
    return renewed !== undefined && passedMs - renewed < leaseMs && !dropped.has(key)
  }
  const takeOut = (previous: ReadonlyMap<string, Date>, next: ReadonlyMap<string, Date>): void => {
    const vanished = [...previous.keys()].filter((key) => !next.has(key))
    const isLoss = vanished.filter(isLive).length > 1 || next.size === 0
    for (const key of vanished) {
      if (isLoss && isLive(key)) renewedAt.set(key, passedMs)
      else renewedAt.delete(key)
      dropped.delete(key)
    }
  }
  return {
    setShown: (writtenAt) => {
      const newest = Math.max(newestMs, ...[...writtenAt.values()].map((time) => time.getTime()))
      if (shown === null) {
        if (writtenAt.size === 0) return
        renewedAt = new Map([...writtenAt].map(([key, time]) => [key, time.getTime() - newest]))
      } else {
        passedMs += Math.min(newest - newestMs, maxStepMs)
        takeOut(shown, writtenAt)
        for (const [key, time] of writtenAt)
          if (shown.get(key)?.getTime() !== time.getTime()) renewedAt.set(key, passedMs)
      }
      newestMs = newest
      shown = writtenAt
    },
    drop: (key) => {
      dropped.add(key)
    },
    isLive,
  }
}
