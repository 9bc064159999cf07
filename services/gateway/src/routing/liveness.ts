/** Tracks which replicas are up, based on the manifests bucket. */
export type Liveness = {
  /** Call with the keys in the bucket and the time each was written, according to the NATS server. */
  setShown(writtenAt: ReadonlyMap<string, Date>): void
  /** Call when another process answers at this replica's address. */
  drop(key: string): void
  readonly isLive: (key: string) => boolean
}

/** Services renew their manifests every 5 s; a replica is removed after three missed renewals. */
export const leaseMs = 15_000
/** The longest time counted between two bucket updates, so that no replica expires because the bucket was silent. */
const maxStepMs = 6000

/**
 * A replica is up while it renews its manifest. Only NATS timestamps count, so no replica is removed while NATS is
 * down or silent. Deleting a manifest removes its replica. But if several disappear at once, or the last one does,
 * NATS has probably lost its data, and the replicas get another lease to register again. Replicas from `lastRun` stay
 * until the bucket has data.
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
