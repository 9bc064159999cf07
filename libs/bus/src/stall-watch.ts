const checksPerStall = 3
/** A consumer without events is checked this much less often, because each check is a request to NATS. */
const idleFactor = 3

type Watched = { countPending: () => Promise<number>; busyMs: () => number }

/**
 * Detects that a consumer receives no events for `stalledAfterMs` although some are waiting, or that one of
 * its handlers has been running for that long. `start` polls both, calls `onStalled` whenever waiting events
 * are not taken, and returns a function to stop polling. A stall ends when the next event is taken, or when
 * no events are waiting and no handler is running.
 */
export const watchStall = (stalledAfterMs: number, onChange: (isStalled: boolean) => void) => {
  let waitingSince: number | null = null
  let isStalled = false
  /** The number of consecutive checks without waiting events, running handlers or newly received events. */
  let idleChecks = 0

  const setStalled = (next: boolean): void => {
    if (next === isStalled) return
    isStalled = next
    onChange(next)
  }
  const endStall = (): void => {
    waitingSince = null
    setStalled(false)
  }
  const onTaken = (): void => {
    idleChecks = 0
    endStall()
  }
  const check = async ({ countPending, busyMs }: Watched, onStalled: () => void): Promise<void> => {
    idleChecks += 1
    if (idleChecks % idleFactor !== 1 && busyMs() === 0) return
    const pending = await countPending().catch(() => null)
    if (pending !== 0 || busyMs() > 0) idleChecks = 0
    // If NATS does not answer, the number of waiting events is unknown.
    if (pending === null) waitingSince = null
    else if (pending === 0 && busyMs() === 0) endStall()
    else if (pending === 0) waitingSince = null
    else waitingSince ??= performance.now()
    if (busyMs() >= stalledAfterMs) setStalled(true)
    if (waitingSince === null || performance.now() - waitingSince < stalledAfterMs) return
    waitingSince = null
    setStalled(true)
    onStalled()
  }

  return {
    isStalled: () => isStalled,
    onTaken,
    start: (watched: Watched, onStalled: () => void): (() => void) => {
      let isBusy = false
      let isStopped = false
      const timer = setInterval(() => {
        if (isBusy) return
        isBusy = true
        void check(watched, () => !isStopped && onStalled()).finally(() => (isBusy = false))
      }, stalledAfterMs / checksPerStall)
      return () => {
        isStopped = true
        clearInterval(timer)
      }
    },
  }
}
