const checksPerStall = 6

/**
 * Knows when events wait for a consumer and it takes none for `stalledAfterMs`. `start` begins to ask how many wait and
 * calls `onStalled` each time that this is so; it gives the function that ends it. A stall ends with the next event taken,
 * or when none waits any more.
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
    // While NATS does not answer, nobody knows whether anything waits.
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
      let isOver = false
      const timer = setInterval(() => {
        if (isBusy) return
        isBusy = true
        void check(countPending, () => !isOver && onStalled()).finally(() => (isBusy = false))
      }, stalledAfterMs / checksPerStall)
      return () => {
        isOver = true
        clearInterval(timer)
      }
    },
  }
}
