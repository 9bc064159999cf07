import type { Clock } from '@wp/kernel'

/** Knows which replicas are there, from what NATS shows and from how far NATS can be trusted at the moment. */
export type Liveness = {
  /** NATS shows these keys now. */
  setPresent(keys: ReadonlySet<string>): void
  /** Called now and then with the state of the connection. */
  setConnected(isConnected: boolean): void
  isLive(key: string, lease: number): boolean
}

/** Services announce themselves every 5 s; after NATS was away or lost its data they get this long to do so. */
export const graceMs = 15_000

/**
 * A replica is there while NATS shows it and its lease runs. While NATS is away, and for 15 s after it came back or lost
 * its data, nobody is taken out: they are there, only nobody can say so. `lastRun` are those of the last run.
 */
export const liveness = (lastRun: Iterable<string>, clock: Clock): Liveness => {
  let present = new Set(lastRun)
  let shown: ReadonlySet<string> | null = null
  let isAway = true
  let wasConnected = false
  let recoveringUntil = Number.NEGATIVE_INFINITY

  const isRecovering = (): boolean => clock.now().getTime() < recoveringUntil
  const recover = (): void => {
    recoveringUntil = clock.now().getTime() + graceMs
  }
  return {
    setPresent: (keys) => {
      const isFirst = shown === null
      shown = keys
      const vanished = [...present].filter((key) => !keys.has(key)).length
      // Replicas say goodbye one by one; when several vanish at once, or the last one, NATS has lost its data.
      if (!isFirst && (vanished > 1 || (vanished === 1 && keys.size === 0))) recover()
      present = new Set(isFirst || !isRecovering() ? keys : [...present, ...keys])
    },
    setConnected: (isConnected) => {
      if (isConnected && isAway && wasConnected) recover()
      wasConnected ||= isConnected
      isAway = !isConnected
      if (shown !== null && !isAway && !isRecovering()) present = new Set(shown)
    },
    isLive: (key, lease) => present.has(key) && (isAway || isRecovering() || lease > clock.now().getTime()),
  }
}
