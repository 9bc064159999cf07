const checksPerStall = 6

/**
 * Detects that a consumer takes no events for `stalledAfterMs` although some are waiting. `start` polls the number of
 * waiting events, calls `onStalled` for every stall, and returns a function to stop polling. A stall ends when the
 * next event is taken or no events are waiting.
 */
export const watchStall = (stalledAfterMs: number, onChange: (isStalled: boolean) => void) => {
  let waitingSince: number | null = null
  let isStalled = false

  const setStalled = (next: boolean): void => {
    if (next === isStalled) return
    isStalled = next
    onChange(next)
  }
  const onTaken = (): void => {
    waitingSince = null
    setStalled(false)
  }
  const check = async (countPending: () => Promise<number>, onStalled: () => void): Promise<void> => {
    const pending = await countPending().catch(() => null)
    // If NATS does not answer, the number of waiting events is unknown.
    if (pending === null) waitingSince = null
    else if (pending === 0) onTaken()
    else waitingSince ??= performance.now()
    if (waitingSince === null || performance.now() - waitingSince < stalledAfterMs) return
    waitingSince = null
    setStalled(true)
    onStalled()
  }

  return {
    isStalled: () => isStalled,
    onTaken,
    start: (countPending: () => Promise<number>, onStalled: () => void): (() => void) => {
      let isBusy = false
      let isStopped = false
      const timer = setInterval(() => {
        if (isBusy) return
        isBusy = true
        void check(countPending, () => !isStopped && onStalled()).finally(() => (isBusy = false))
      }, stalledAfterMs / checksPerStall)
      return () => {
        isStopped = true
        clearInterval(timer)
      }
    },
  }
}
